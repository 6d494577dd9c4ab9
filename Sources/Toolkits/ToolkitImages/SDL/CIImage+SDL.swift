import CoreImage
import ImageGraph

/// Images of SDL surfaces.
extension CIImage {
  /// Creates an image of an SDL surface; its lower left corner is the origin.
  ///
  /// The image retains the surface instead of copying it: each render reads the present pixels, under a lock if SDL
  /// requires it. 32 bits with alpha, which is straight, and XBGR8888 are read without a copy; 24 bits, the other
  /// orders without alpha, RGB565, BGR565 and ARGB2101010 are converted for each render. If the surface does not own
  /// its memory (`SDL_CreateRGBSurfaceFrom`, a window's surface), the pixels are copied now. Colour keys and
  /// modulations are ignored.
  ///
  /// SDL's reference count is not thread-safe. So create images, and free surfaces that images retain, on one thread,
  /// or after the images and their renders are released; otherwise a surface may leak. Render on any thread while the
  /// surface is neither modified nor locked.
  ///
  /// - Parameters:
  ///   - surface: an `SDL_Surface *`.
  ///   - colorSpace: the colour space of the components, which SDL does not define; nil: the working space.
  /// - Throws: `unsupported` for palettes, planes and other formats, by name, and if SDL is missing; `invalidArgument`
  ///   for surfaces without pixels, of size 0, or with too short rows.
  public convenience init(
    sdlSurface surface: UnsafeMutableRawPointer, colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let retained = try SDLSurface(surface)
    if retained.ownsMemory {
      try self.init(retained, colorSpace: colorSpace)
    } else {
      try self.init(copying: retained, colorSpace: colorSpace)
    }
  }
}

/// Rendering into SDL surfaces.
extension CIContext {
  /// Renders the image into an SDL surface, whose lower left corner is the image's point (0, 0), under a lock if SDL
  /// requires it. Pixels outside of the image and of `bounds` are unchanged; the clipping rectangle is ignored.
  ///
  /// Returns when the pixels are complete. Other code must not use the surface during the call. Without alpha, the
  /// image is composited over black. The app updates textures created from the surface, and windows
  /// (`SDL_UpdateWindowSurface`).
  ///
  /// - Parameters:
  ///   - surface: an `SDL_Surface *`.
  ///   - bounds: in the surface; nil: the whole surface.
  ///   - colorSpace: the colour space of the result; nil: the working space.
  /// - Throws: as `CIImage(sdlSurface:colorSpace:)`; `limit` if memory is insufficient; `unsupported`; `image` if a
  ///   source cannot be read; `device`.
  public func render(
    _ image: CIImage, toSDLSurface surface: UnsafeMutableRawPointer, bounds: CGRect? = nil,
    colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let retained = try SDLSurface(surface)
    let pixels = try retained.lock()
    defer { retained.unlock() }
    try render(image, into: pixels, bounds: bounds, colorSpace: colorSpace)
  }
}
