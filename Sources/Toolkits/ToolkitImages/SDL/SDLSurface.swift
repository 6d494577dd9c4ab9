import CToolkits
import CoreImage
import ImageGraph

/// A retained SDL 2 surface.
///
/// Unchecked: SDL's reference count is not thread-safe; see `CIImage(sdlSurface:colorSpace:)`.
final class SDLSurface: RetainedSurface, @unchecked Sendable {
  let label = "an SDL surface"
  private let surface: UnsafeMutablePointer<CTSurface>
  private let sdl: CTSDL

  /// Retains a surface.
  ///
  /// - Throws: `unsupported` if SDL is missing.
  init(_ surface: UnsafeMutableRawPointer) throws(RenderError) {
    sdl = try library(for: "SDL surface", ct_sdl)
    self.surface = surface.assumingMemoryBound(to: CTSurface.self)
    self.surface.pointee.references += 1
  }

  deinit {
    // SDL_FreeSurface would also invalidate SDL's blit mapping, and ignores some surfaces.
    if surface.pointee.references > 1 { surface.pointee.references -= 1 } else { sdl.SDL_FreeSurface(surface) }
  }

  /// Whether the surface owns its pixels. False if they belong to the app, or to SDL, such as a window's.
  var ownsMemory: Bool {
    surface.pointee.flags & UInt32(CT_SDL_PREALLOCATED | CT_SDL_NOT_FREED) == 0
  }

  func lock() throws(RenderError) -> SurfacePixels {
    guard let format = surface.pointee.format?.pointee else {
      throw .invalidArgument("\(label) without a format; it may have been freed")
    }
    guard let layout = SurfaceLayout(sdl: format) else {
      let name = sdl.SDL_GetPixelFormatName(format).map { String(cString: $0) } ?? "\(format)"
      throw .unsupported(
        "the format of an SDL surface must have 24 or 32 bits, or be RGB565, BGR565 or ARGB2101010 (got \(name)); "
          + "convert it by SDL_ConvertSurfaceFormat, for example to SDL_PIXELFORMAT_ARGB8888")
    }
    if mustLock, sdl.SDL_LockSurface(surface) != 0 {
      throw .invalidArgument("\(label) cannot be locked: \(sdl.SDL_GetError().map { String(cString: $0) } ?? "")")
    }
    do throws(RenderError) {
      return try SurfacePixels(
        label, start: surface.pointee.pixels, width: Int(surface.pointee.width), height: Int(surface.pointee.height),
        rowBytes: Int(surface.pointee.bytesPerRow), layout: layout,
        // A surface on a part of the app's memory ends with its last pixel.
        hasWholeRows: surface.pointee.flags & UInt32(CT_SDL_PREALLOCATED) == 0)
    } catch {
      unlock()
      throw error
    }
  }

  func unlock() { if mustLock { sdl.SDL_UnlockSurface(surface) } }

  /// Whether the surface is run-length encoded: SDL decodes it when it is locked.
  private var mustLock: Bool { surface.pointee.flags & UInt32(CT_SDL_RLE) != 0 }
}

extension SurfaceLayout {
  /// - Parameter format: an `SDL_PixelFormatEnum`. Formats of 32 bits are words in the machine's byte order.
  init?(sdl format: UInt32) {
    #if _endian(little)
      let (argb, rgba, abgr, bgra) = (PixelFormat.bgra8, PixelFormat.abgr8, PixelFormat.rgba8, PixelFormat.argb8)
      let xbgr = SurfaceLayout.image(.rgbx8, .opaque)
      let rgbx = SurfaceLayout.withoutAlpha(.abgr8)
    #else
      let (argb, rgba, abgr, bgra) = (PixelFormat.argb8, PixelFormat.rgba8, PixelFormat.abgr8, PixelFormat.bgra8)
      let xbgr = SurfaceLayout.withoutAlpha(.abgr8)
      let rgbx = SurfaceLayout.image(.rgbx8, .opaque)
    #endif
    switch Int(format) {
    case CT_SDL_ARGB8888: self = .image(argb, .straight)
    case CT_SDL_RGBA8888: self = .image(rgba, .straight)
    case CT_SDL_ABGR8888: self = .image(abgr, .straight)
    case CT_SDL_BGRA8888: self = .image(bgra, .straight)
    case CT_SDL_XRGB8888: self = .withoutAlpha(argb)
    case CT_SDL_BGRX8888: self = .withoutAlpha(bgra)
    case CT_SDL_XBGR8888: self = xbgr
    case CT_SDL_RGBX8888: self = rgbx
    case CT_SDL_RGB24: self = .threeBytes(redIsFirst: true)
    case CT_SDL_BGR24: self = .threeBytes(redIsFirst: false)
    case CT_SDL_RGB565: self = .word565(redIsHigh: true)
    case CT_SDL_BGR565: self = .word565(redIsHigh: false)
    case CT_SDL_ARGB2101010: self = .word2101010(.straight)
    default: return nil
    }
  }
}
