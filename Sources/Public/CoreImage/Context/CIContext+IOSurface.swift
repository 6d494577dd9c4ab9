import CoreVideo
import ImageGraph

extension CIContext {
  /// Renders the image into a surface, as `render(_:to:bounds:colorSpace:)` does into a pixel buffer on it.
  public func render(_ image: CIImage, to surface: IOSurfaceRef, bounds: CGRect, colorSpace: CGColorSpace?) {
    logging { () throws(RenderError) in
      try render(checked: image, to: surface, bounds: bounds, colorSpace: colorSpace)
    }
  }

  /// Renders as `render(_:to:bounds:colorSpace:)` does, and throws on failure.
  ///
  /// - Throws: as for a pixel buffer; `invalidArgument` for surfaces whose planes do not match their format.
  public func render(
    checked image: CIImage, to surface: IOSurfaceRef, bounds: CGRect, colorSpace: CGColorSpace?
  ) throws(RenderError) {
    try render(checked: image, to: try .on(surface), bounds: bounds, colorSpace: colorSpace)
  }
}
