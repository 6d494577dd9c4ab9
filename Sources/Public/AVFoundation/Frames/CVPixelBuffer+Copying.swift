import CoreMedia
import Foundation
import PixelFormats

/// The arrangement of 4:2:0 samples in memory.
private struct PlaneOrder: Hashable {
  /// Whether chroma is interleaved in one plane.
  var isPaired: Bool
  /// Whether samples have 10 bits: in the upper bits of 16 if interleaved, in the lower bits if planar.
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
  /// Copies the samples of a buffer with the same size and sample values in another arrangement: between 4:2:0 in two
  /// and in three planes.
  ///
  /// - Returns: false for other buffers; nothing is written then.
  func copySamples(of other: CVPixelBuffer) -> Bool {
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

  /// Copies the pixels of a buffer of the same format and size, and its propagating attachments.
  func copyPixels(of other: CVPixelBuffer) {
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

  /// The number of bytes of all samples, without row padding.
  var sampleByteCount: Int {
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

  /// - Parameter convert: converts a sample.
  private func reorder<Sample: FixedWidthInteger>(
    _ other: CVPixelBuffer, _: Sample.Type, _ convert: (Sample) -> Sample
  ) {
    func samples(_ buffer: CVPixelBuffer, _ row: Int, _ plane: Int) -> UnsafeMutablePointer<Sample> {
      buffer.row(row, plane).assumingMemoryBound(to: Sample.self)
    }
    for row in 0..<CVPixelBufferGetHeight(self) {
      let (from, to) = (samples(other, row, 0), samples(self, row, 0))
      for column in 0..<CVPixelBufferGetWidth(self) { to[column] = convert(from[column]) }
    }
    let isPaired = CVPixelBufferGetPlaneCount(self) == 2
    for row in 0..<CVPixelBufferGetHeightOfPlane(self, 1) {
      let (planar, interleaved) = isPaired ? (other, self) : (self, other)
      let (blue, red, pairs) = (samples(planar, row, 1), samples(planar, row, 2), samples(interleaved, row, 1))
      for column in 0..<CVPixelBufferGetWidthOfPlane(self, 1) {
        if isPaired {
          (pairs[2 * column], pairs[2 * column + 1]) = (convert(blue[column]), convert(red[column]))
        } else {
          (blue[column], red[column]) = (convert(pairs[2 * column]), convert(pairs[2 * column + 1]))
        }
      }
    }
  }

  /// Returns the address of a row of a plane. The buffer must be locked.
  private func row(_ row: Int, _ plane: Int) -> UnsafeMutableRawPointer {
    guard CVPixelBufferIsPlanar(self) else {
      return CVPixelBufferGetBaseAddress(self)! + row * CVPixelBufferGetBytesPerRow(self)
    }
    return CVPixelBufferGetBaseAddressOfPlane(self, plane)! + row * CVPixelBufferGetBytesPerRowOfPlane(self, plane)
  }
}
