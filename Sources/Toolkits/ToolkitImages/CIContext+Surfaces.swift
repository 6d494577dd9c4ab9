import CoreImage
import ImageColor
import ImageGraph
import ImagePlanning

extension CIContext {
  /// Renders into a surface's memory; the image's point (0, 0) is its lower left corner. Pixels outside of the image
  /// and of `bounds` stay as they are.
  ///
  /// - Parameters:
  ///   - bounds: of the surface; nil: all of it.
  ///   - colorSpace: nil: values as the working space has them.
  /// - Returns: what may have changed, from the surface's upper left corner on; nil where the image has no pixel there.
  @discardableResult
  package func render(
    _ image: CIImage, into pixels: SurfacePixels, bounds: CGRect?, colorSpace: CGColorSpace?
  ) throws(RenderError) -> (x: Int, y: Int, width: Int, height: Int)? {
    let whole = UserRect(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
    let limit = bounds.map { UserRect($0) } ?? whole
    let region = image.node.extent.pixels(in: whole.intersection(limit).pixels)
    if region.isEmpty { return nil }
    let (x, y) = (Int(region.min.x), pixels.height - Int(region.max.y))
    let first = pixels.place(row: y, column: x)
    let (format, alpha) = pixels.layout.written
    let request = request(
      image.node, region, format: format, space: space(colorSpace, for: format), alpha: alpha, inRows: false)
    if pixels.layout.isWrittenInPlace {
      let room = OutputMemory(bytes: first, rowBytes: pixels.rowBytes, region: region, format: format)
      try renderRows(request, into: room) { strip in strip.copy(to: first, rowBytes: pixels.rowBytes) }
    } else {
      let (source, _) = try renderPixels(request)
      for row in 0..<source.height {
        pixels.layout.pack(source.row(row), to: first + row * pixels.rowBytes, source.width)
      }
    }
    return (x, y, Int(region.width), Int(region.height))
  }
}
