import CoreImage
import ImageGraph

/// Images of cairo surfaces.
extension CIImage {
  /// Creates an image of a cairo image surface; its lower left corner is the origin.
  ///
  /// The image retains the surface instead of copying it: each render reads the present pixels. ARGB32, A8 and RGBA128F
  /// are read without a copy; RGB24, RGB16_565, RGB30 and RGB96F are converted for each render. Colours are
  /// premultiplied by alpha, as in cairo; A8 is alpha alone. If the surface is finished later, renders fail. If the
  /// surface uses memory of the app (`cairo_image_surface_create_for_data`), that memory has to exist until the surface
  /// is finished, or until the image and its renders are released.
  ///
  /// Create the image on the thread that draws into the surface. Render it on any thread while the surface is not
  /// modified.
  ///
  /// - Parameters:
  ///   - surface: a `cairo_surface_t *`.
  ///   - colorSpace: the colour space of the components, which cairo does not define; nil: the working space.
  /// - Throws: `invalidArgument` for surfaces that are finished, in an error state or without pixels; `unsupported` for
  ///   surfaces that are no image surfaces, for A1, and if libcairo is missing.
  public convenience init(
    cairoSurface surface: OpaquePointer, colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let retained = try CairoSurface(surface)
    // Once, before the first access: only the drawing thread may flush.
    retained.flush()
    try self.init(retained, colorSpace: colorSpace)
  }
}

/// Rendering into cairo surfaces.
extension CIContext {
  /// Renders the image into a cairo image surface, whose lower left corner is the image's point (0, 0), and marks the
  /// changed rectangle dirty. Pixels outside of the image and of `bounds` are unchanged.
  ///
  /// Returns when the pixels are complete. Other code must not use the surface during the call. If the format has no
  /// alpha, the image is composited over black.
  ///
  /// - Parameters:
  ///   - surface: a `cairo_surface_t *`.
  ///   - bounds: in the surface; nil: the whole surface.
  ///   - colorSpace: the colour space of the result; nil: the working space.
  /// - Throws: as `CIImage(cairoSurface:colorSpace:)`; `limit` if memory is insufficient; `unsupported`; `image` if a
  ///   source cannot be read; `device`.
  public func render(
    _ image: CIImage, toCairoSurface surface: OpaquePointer, bounds: CGRect? = nil,
    colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let retained = try CairoSurface(surface)
    retained.flush()
    let changed = try render(image, into: try retained.lock(), bounds: bounds, colorSpace: colorSpace)
    if let changed { retained.markDirty(changed) }
  }
}
