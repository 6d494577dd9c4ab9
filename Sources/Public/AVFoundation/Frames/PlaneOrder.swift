import CoreMedia
import Foundation
import PixelFormats

/// How the codes of 4:2:0 lie.
private struct PlaneOrder: Hashable {
  /// Chroma's planes are one of pairs.
  var isPaired: Bool
  /// Codes have 10 bits: in pairs at the top of 16, apart at their bottom.
  var isWide: Bool
  var isFullRange: Bool

  init?(_ format: OSType) {
    switch format {
    case kCVPixelFormatType_420YpCbCr8Planar: self.init(false, false, false)
    case kCVPixelFormatType_420YpCbCr8PlanarFullRange: self.init(false, false, true)
    case kCVPixelFormatType_420YpCbCr10PlanarLow: self.init(false, true, false)
    case kCVPixelFormatType_420YpCbCr10PlanarLowFullRange: self.init(false, true, true)
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self.init(true, false, false)
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self.init(true, false, true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: self.init(true, true, false)
    case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: self.init(true, true, true)
    default: return nil
    }
  }

  private init(_ isPaired: Bool, _ isWide: Bool, _ isFullRange: Bool) {
    (self.isPaired, self.isWide, self.isFullRange) = (isPaired, isWide, isFullRange)
  }
}

extension CVPixelBuffer {
  /// Takes over the codes of a buffer of the same size whose codes are the same and lie in another order: of 4:2:0 in
  /// two planes and in three.
  ///
  /// - Returns: false where they are not such buffers; nothing is written then.
  func takeCodes(of other: CVPixelBuffer) -> Bool {
    let formats = (CVPixelBufferGetPixelFormatType(other), CVPixelBufferGetPixelFormatType(self))
    guard let from = PlaneOrder(formats.0), let to = PlaneOrder(formats.1), from.isPaired != to.isPaired,
      from.isWide == to.isWide, from.isFullRange == to.isFullRange,
      CVPixelBufferGetWidth(self) == CVPixelBufferGetWidth(other),
      CVPixelBufferGetHeight(self) == CVPixelBufferGetHeight(other)
    else { return false }
    withLocks(other) {
      if from.isWide {
        reorder(other, UInt16.self) { to.isPaired ? $0 << 6 : $0 >> 6 }
      } else {
        reorder(other, UInt8.self) { $0 }
      }
    }
    return true
  }

  /// Takes over the pixels of a buffer of the same format and size, and what is attached to it and goes on.
  func takePixels(of other: CVPixelBuffer) {
    withLocks(other) {
      let (width, height) = (CVPixelBufferGetWidth(other), CVPixelBufferGetHeight(other))
      for (plane, shape) in layout.planes.enumerated() {
        for row in 0..<shape.rows(ofHeight: height) {
          self.row(row, plane).copyMemory(
            from: other.row(row, plane), byteCount: shape.groups(ofWidth: width) * shape.bytes)
        }
      }
    }
    CVBufferPropagateAttachments(other, self)
  }

  /// Bytes of all codes, without what pads rows.
  var codeBytes: Int {
    let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
    return layout.planes.reduce(0) { $0 + $1.rows(ofHeight: height) * $1.groups(ofWidth: width) * $1.bytes }
  }

  private func withLocks(_ other: CVPixelBuffer, _ body: () -> Void) {
    CVPixelBufferLockBaseAddress(other, .readOnly)
    CVPixelBufferLockBaseAddress(self, [])
    body()
    CVPixelBufferUnlockBaseAddress(self, [])
    CVPixelBufferUnlockBaseAddress(other, .readOnly)
  }

  /// - Parameter changed: what becomes of a code.
  private func reorder<Code: FixedWidthInteger>(
    _ other: CVPixelBuffer, _: Code.Type, _ changed: (Code) -> Code
  ) {
    func codes(_ buffer: CVPixelBuffer, _ row: Int, _ plane: Int) -> UnsafeMutablePointer<Code> {
      buffer.row(row, plane).assumingMemoryBound(to: Code.self)
    }
    for row in 0..<CVPixelBufferGetHeight(self) {
      let (from, to) = (codes(other, row, 0), codes(self, row, 0))
      for column in 0..<CVPixelBufferGetWidth(self) { to[column] = changed(from[column]) }
    }
    let isPaired = CVPixelBufferGetPlaneCount(self) == 2
    for row in 0..<CVPixelBufferGetHeightOfPlane(self, 1) {
      let (apart, paired) = isPaired ? (other, self) : (self, other)
      let (blue, red, pairs) = (codes(apart, row, 1), codes(apart, row, 2), codes(paired, row, 1))
      for column in 0..<CVPixelBufferGetWidthOfPlane(self, 1) {
        if isPaired {
          (pairs[2 * column], pairs[2 * column + 1]) = (changed(blue[column]), changed(red[column]))
        } else {
          (blue[column], red[column]) = (changed(pairs[2 * column]), changed(pairs[2 * column + 1]))
        }
      }
    }
  }

  /// Where a row of a plane begins, while there is a lock.
  private func row(_ row: Int, _ plane: Int) -> UnsafeMutableRawPointer {
    guard CVPixelBufferIsPlanar(self) else {
      return CVPixelBufferGetBaseAddress(self)! + row * CVPixelBufferGetBytesPerRow(self)
    }
    return CVPixelBufferGetBaseAddressOfPlane(self, plane)! + row * CVPixelBufferGetBytesPerRowOfPlane(self, plane)
  }
}
