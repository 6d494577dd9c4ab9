import ImageGraph

/// Memory of a caller where a render's pixels are wanted in the end. Whoever makes them may put them there at once, so
/// that nobody has to copy them.
///
/// Unchecked: a render writes to it while its caller waits.
package struct OutputMemory: @unchecked Sendable {
  /// Of the upper left pixel.
  package let bytes: UnsafeMutableRawPointer
  package let rowBytes: Int
  /// The pixels that there is room for.
  package let region: UserRect
  package let format: PixelFormat
  /// Of a video's frame, whose luma are the pixels, the planes of chroma from the first group on, and the rows of each.
  package let chroma: [PixelBuffer.Plane]
  package let chromaRows: Int

  package init(
    bytes: UnsafeMutableRawPointer, rowBytes: Int, region: UserRect, format: PixelFormat,
    chroma: [PixelBuffer.Plane] = [], chromaRows: Int = 0
  ) {
    (self.bytes, self.rowBytes, self.region, self.format) = (bytes, rowBytes, region, format)
    (self.chroma, self.chromaRows) = (chroma, chromaRows)
  }

  /// The room of some of the pixels.
  func part(_ part: UserRect) -> OutputMemory {
    if part == region { return self }
    let (top, left) = (Int(region.max.y - part.max.y), Int(part.min.x - region.min.x))
    return OutputMemory(
      bytes: bytes + top * rowBytes + left * format.bytesPerPixel, rowBytes: rowBytes, region: part, format: format)
  }

  /// An image in this memory; nil where some of the memory is that of `others`, which are still to be read.
  package func image(beside others: some Sequence<PixelBuffer>) -> PixelBuffer? {
    let (width, height) = (Int(region.width), Int(region.height))
    var spans = [(start: bytes, end: bytes + (height - 1) * rowBytes + width * format.bytesPerPixel)]
    for plane in chroma { spans.append((plane.bytes, plane.bytes + chromaRows * plane.rowBytes)) }
    guard
      others.allSatisfy({ other in
        spans.allSatisfy { other.bytes + other.byteCount <= $0.start || $0.end <= other.bytes }
      })
    else { return nil }
    return PixelBuffer(
      width: width, height: height, format: format, rowBytes: rowBytes, adopting: bytes, chroma: chroma
    ) { _ in }
  }
}
