import ImageGraph

/// Memory of a caller where a render's pixels are wanted in the end. Whoever makes them may put them there at once, so
/// that nobody has to copy them.
///
/// Unchecked: a render writes to it while its caller waits.
package struct PixelRoom: @unchecked Sendable {
  /// Of the upper left pixel.
  package let bytes: UnsafeMutableRawPointer
  package let rowBytes: Int
  /// The pixels that there is room for.
  package let region: UserRect
  package let format: PixelFormat

  package init(bytes: UnsafeMutableRawPointer, rowBytes: Int, region: UserRect, format: PixelFormat) {
    (self.bytes, self.rowBytes, self.region, self.format) = (bytes, rowBytes, region, format)
  }

  /// The room of some of the pixels.
  func part(_ part: UserRect) -> PixelRoom {
    let (top, left) = (Int(region.max.y - part.max.y), Int(part.min.x - region.min.x))
    return PixelRoom(
      bytes: bytes + top * rowBytes + left * format.bytesPerPixel, rowBytes: rowBytes, region: part, format: format)
  }

  /// A picture in this memory; nil where some of the memory is that of `others`, which are still to be read.
  package func picture(beside others: some Sequence<PixelBuffer>) -> PixelBuffer? {
    let (width, height) = (Int(region.width), Int(region.height))
    let end = bytes + (height - 1) * rowBytes + width * format.bytesPerPixel
    guard others.allSatisfy({ $0.bytes + $0.byteCount <= bytes || end <= $0.bytes }) else { return nil }
    return PixelBuffer(width: width, height: height, format: format, rowBytes: rowBytes, adopting: bytes) { _ in }
  }
}
