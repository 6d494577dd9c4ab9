import CoreImage
import ImageGraph

/// Surfaces of SDL as images.
extension CIImage {
  /// The pixels of an SDL surface; its lower left corner is the origin.
  ///
  /// The image holds the surface, not a copy: each render reads what is there then, under a lock where SDL wants one.
  /// 32 bits with alpha, which is straight, and XBGR8888 are read where they are; 24 bits, the other orders without
  /// alpha, RGB565, BGR565 and ARGB2101010 are widened to a copy with each render. Of a surface whose memory is not its
  /// own (`SDL_CreateRGBSurfaceFrom`, a window's), the pixels are copied now. Colour keys and modulations are not
  /// looked at.
  ///
  /// SDL counts references without a lock: make images, and free surfaces that images hold, on one thread, or when the
  /// images and their renders are gone; what goes wrong else is a surface that is never freed. Render on any thread
  /// while nobody draws into the surface or locks it.
  ///
  /// - Parameters:
  ///   - surface: an `SDL_Surface *`.
  ///   - colorSpace: what the numbers mean; nil: they are the working space's. SDL knows none.
  /// - Throws: `unsupported` for palettes, planes and other formats, by name, and where SDL is missing;
  ///   `invalidArgument` for surfaces without pixels, of no size, or with rows that are too short.
  public convenience init(
    sdlSurface surface: UnsafeMutableRawPointer, colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let kept = try SDLSurface(surface)
    if kept.keepsMemory {
      try self.init(kept, colorSpace: colorSpace)
    } else {
      try self.init(copying: kept, colorSpace: colorSpace)
    }
  }
}

/// Renders into surfaces of SDL.
extension CIContext {
  /// Renders the image into an SDL surface, whose lower left corner is the image's point (0, 0), under a lock where SDL
  /// wants one. Pixels outside of the image and of `bounds` stay as they are; the clipping rectangle is not looked at.
  ///
  /// Returns when the pixels are there. Nobody else uses the surface meanwhile. Without alpha the image lies on black.
  /// A texture that was made of the surface is the app's to update, as is a window (`SDL_UpdateWindowSurface`).
  ///
  /// - Parameters:
  ///   - surface: an `SDL_Surface *`.
  ///   - bounds: of the surface; nil: all of it.
  ///   - colorSpace: what the numbers shall mean; nil: as they are in the working space.
  /// - Throws: as `CIImage(sdlSurface:colorSpace:)`; `limit` for what does not fit in memory; `unsupported`, `image`
  ///   when a source cannot be read; `device`.
  public func render(
    _ image: CIImage, toSDLSurface surface: UnsafeMutableRawPointer, bounds: CGRect? = nil,
    colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let kept = try SDLSurface(surface)
    let pixels = try kept.lock()
    defer { kept.unlock() }
    try render(image, into: pixels, bounds: bounds, colorSpace: colorSpace)
  }
}
