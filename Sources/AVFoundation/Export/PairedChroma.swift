import CoreMedia
import Foundation

extension CVPixelBuffer {
  /// Takes over the codes of a buffer with three planes of 8 bits, where this one has two and the same range.
  ///
  /// - Returns: false where they are not such buffers.
  func takeCodes(ofPlanar other: CVPixelBuffer) -> Bool {
    let pairs = [
      kCVPixelFormatType_420YpCbCr8Planar: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8PlanarFullRange: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ]
    guard pairs[CVPixelBufferGetPixelFormatType(other)] == CVPixelBufferGetPixelFormatType(self) else { return false }
    CVPixelBufferLockBaseAddress(other, .readOnly)
    CVPixelBufferLockBaseAddress(self, [])
    defer {
      CVPixelBufferUnlockBaseAddress(self, [])
      CVPixelBufferUnlockBaseAddress(other, .readOnly)
    }
    let width = CVPixelBufferGetWidth(self)
    for row in 0..<CVPixelBufferGetHeight(self) {
      self.row(row, 0).copyMemory(from: other.row(row, 0), byteCount: width)
    }
    for row in 0..<CVPixelBufferGetHeightOfPlane(self, 1) {
      let (blue, red) = (other.row(row, 1), other.row(row, 2))
      let paired = self.row(row, 1)
      for column in 0..<CVPixelBufferGetWidthOfPlane(self, 1) {
        paired.storeBytes(
          of: blue.load(fromByteOffset: column, as: UInt8.self), toByteOffset: 2 * column, as: UInt8.self)
        paired.storeBytes(
          of: red.load(fromByteOffset: column, as: UInt8.self), toByteOffset: 2 * column + 1, as: UInt8.self)
      }
    }
    return true
  }

  /// Where a row of a plane begins, while there is a lock.
  private func row(_ row: Int, _ plane: Int) -> UnsafeMutableRawPointer {
    CVPixelBufferGetBaseAddressOfPlane(self, plane)! + row * CVPixelBufferGetBytesPerRowOfPlane(self, plane)
  }
}
