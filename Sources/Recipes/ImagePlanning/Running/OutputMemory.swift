import ImageGraph

/// Caller-owned memory for the result of a render. Engines may write pixels there directly, which saves a copy.
///
/// Unchecked: a render writes to it while its caller waits.
package struct OutputMemory: @unchecked Sendable {
  /// The address of the upper left pixel.
  package let bytes: UnsafeMutableRawPointer
  package let rowBytes: Int
  /// The region of the pixels that fit.
  package let region: UserRect
  package let format: PixelFormat
  /// The planes of chroma of a video frame, whose luma is the pixels, from the first group on; and their number of
  /// rows.
  package let chroma: [PixelBuffer.Plane]
  package let chromaRows: Int

  package init(
    bytes: UnsafeMutableRawPointer, rowBytes: Int, region: UserRect, format: PixelFormat,
    chroma: [PixelBuffer.Plane] = [], chromaRows: Int = 0
  ) {
    (self.bytes, self.rowBytes, self.region, self.format) = (bytes, rowBytes, region, format)
    (self.chroma, self.chromaRows) = (chroma, chromaRows)
  }

  /// Returns the memory of some of the pixels.
  func part(_ part: UserRect) -> OutputMemory {
    if part == region { return self }
    let (top, left) = (Int(region.max.y - part.max.y), Int(part.min.x - region.min.x))
    return OutputMemory(
      bytes: bytes + top * rowBytes + left * format.bytesPerPixel, rowBytes: rowBytes, region: part, format: format)
  }

  /// Returns an image in this memory. Returns nil if it overlaps the memory of `others`, which are read by the render.
  package func image(unlessOverlapping others: some Sequence<PixelBuffer>) -> PixelBuffer? {
    let (width, height) = (Int(region.width), Int(region.height))
    var spans = [(start: bytes, end: bytes + (height - 1) * rowBytes + width * format.bytesPerPixel)]
    for plane in chroma { spans.append((plane.bytes, plane.bytes + chromaRows * plane.rowBytes)) }
    guard
      others.allSatisfy({ other in
        other.memory.allSatisfy { read in spans.allSatisfy { read.upperBound <= $0.start || $0.end <= read.lowerBound }
        }
      })
    else { return nil }
    return PixelBuffer(
      width: width, height: height, format: format, rowBytes: rowBytes, adopting: bytes, chroma: chroma
    ) { _ in }
  }
}
