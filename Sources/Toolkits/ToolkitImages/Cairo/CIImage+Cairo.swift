import CoreImage
import ImageGraph

/// Surfaces of cairo as images.
extension CIImage {
  /// The pixels of a cairo image surface; its lower left corner is the origin.
  ///
  /// The image holds the surface, not a copy: each render reads what is drawn there then. ARGB32, A8 and RGBA128F are
  /// read where they are; RGB24, RGB16_565, RGB30 and RGB96F are widened to a copy with each render. Colours are
  /// premultiplied by alpha, as cairo has them; A8 is alpha alone. A surface that was finished meanwhile fails the
  /// render. Of one on memory of the app's (`cairo_image_surface_create_for_data`), that memory has to stay until the
  /// surface is finished or the image and its renders are gone.
  ///
  /// Make the image where the surface is drawn into; render it on any thread while nobody draws.
  ///
  /// - Parameters:
  ///   - surface: a `cairo_surface_t *`.
  ///   - colorSpace: what the numbers mean; nil: they are the working space's. Cairo knows none.
  /// - Throws: `invalidArgument` for surfaces that are finished, in an error state or without pixels; `unsupported` for
  ///   surfaces that are no images, for A1, and where libcairo is missing.
  public convenience init(
    cairoSurface surface: OpaquePointer, colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let kept = try CairoSurface(surface)
    // Before the first look, and once: flushing is for the thread that draws.
    kept.flush()
    try self.init(kept, colorSpace: colorSpace)
  }
}

/// Renders into surfaces of cairo.
extension CIContext {
  /// Renders the image into a cairo image surface, whose lower left corner is the image's point (0, 0), and tells cairo
  /// what has changed. Pixels outside of the image and of `bounds` stay as they are.
  ///
  /// Returns when the pixels are there. Nobody else uses the surface meanwhile. Where the format has no alpha, the
  /// image lies on black.
  ///
  /// - Parameters:
  ///   - surface: a `cairo_surface_t *`.
  ///   - bounds: of the surface; nil: all of it.
  ///   - colorSpace: what the numbers shall mean; nil: as they are in the working space.
  /// - Throws: as `CIImage(cairoSurface:colorSpace:)`; `limit` for what does not fit in memory; `unsupported`,
  ///   `image` when a source cannot be read; `device`.
  public func render(
    _ image: CIImage, toCairoSurface surface: OpaquePointer, bounds: CGRect? = nil,
    colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let kept = try CairoSurface(surface)
    kept.flush()
    let changed = try render(image, into: try kept.lock(), bounds: bounds, colorSpace: colorSpace)
    if let changed { kept.markDirty(changed) }
  }
}
