import CoreImage
import ImageColor
import ImageGraph
import ImagePlanning

extension CIContext {
  /// Renders into a surface's memory; the image's point (0, 0) is its lower left corner. Pixels outside of the image
  /// and of `bounds` are unchanged.
  ///
  /// - Parameters:
  ///   - bounds: in the surface; nil: the whole surface.
  ///   - colorSpace: nil: the working space.
  /// - Returns: the changed rectangle, from the surface's upper left corner; nil if the image and the bounds do not
  ///   overlap.
  @discardableResult
  package func render(
    _ image: CIImage, into pixels: SurfacePixels, bounds: CGRect?, colorSpace: CGColorSpace?
  ) throws(RenderError) -> (x: Int, y: Int, width: Int, height: Int)? {
    let full = UserRect(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
    let limit = bounds.map { UserRect($0) } ?? full
    let region = image.node.extent.pixels(in: full.intersection(limit).pixels)
    if region.isEmpty { return nil }
    let (x, y) = (Int(region.min.x), pixels.height - Int(region.max.y))
    let first = pixels.address(row: y, column: x)
    let (format, alpha) = pixels.layout.written
    let request = request(
      image.node, region, format: format, space: space(colorSpace, for: format), alpha: alpha, inRows: false)
    if pixels.layout.isWrittenInPlace {
      let memory = OutputMemory(bytes: first, rowBytes: pixels.rowBytes, region: region, format: format)
      try renderRows(request, into: memory) { strip in strip.copy(to: first, rowBytes: pixels.rowBytes) }
    } else {
      let (source, _) = try renderPixels(request)
      for row in 0..<source.height {
        pixels.layout.pack(source.row(row), to: first + row * pixels.rowBytes, source.width)
      }
    }
    return (x, y, Int(region.width), Int(region.height))
  }
}
