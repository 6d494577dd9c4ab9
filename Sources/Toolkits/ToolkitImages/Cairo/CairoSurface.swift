import CToolkits
import CoreImage
import ImageGraph

/// A retained cairo image surface. Its reference count is thread-safe.
final class CairoSurface: RetainedSurface, @unchecked Sendable {
  let label = "a cairo surface"
  private let surface: OpaquePointer
  private let cairo: CTCairo

  /// Retains a surface.
  ///
  /// - Throws: `unsupported` if cairo is missing.
  init(_ surface: OpaquePointer) throws(RenderError) {
    cairo = try library(for: "cairo surface", ct_cairo)
    self.surface = surface
    _ = cairo.cairo_surface_reference(surface)
  }

  deinit { cairo.cairo_surface_destroy(surface) }

  /// Completes pending drawing. Must be called on the drawing thread.
  func flush() { cairo.cairo_surface_flush(surface) }

  /// Marks a rectangle whose pixels were changed without cairo.
  func markDirty(_ part: (x: Int, y: Int, width: Int, height: Int)) {
    cairo.cairo_surface_mark_dirty_rectangle(
      surface, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height))
  }

  func lock() throws(RenderError) -> SurfacePixels {
    let status = cairo.cairo_surface_status(surface)
    guard status == 0 else {
      throw .invalidArgument("\(label) is in an error state: \(text(cairo.cairo_status_to_string(status)))")
    }
    guard cairo.cairo_surface_get_type(surface) == UInt32(CT_CAIRO_IMAGE) else {
      throw .unsupported(
        "a cairo surface must be an image surface; map it (cairo_surface_map_to_image), or draw it into one")
    }
    guard !isFinished else { throw .invalidArgument("\(label) is finished and has no pixels") }
    return try SurfacePixels(
      label, start: cairo.cairo_image_surface_get_data(surface),
      width: Int(cairo.cairo_image_surface_get_width(surface)),
      height: Int(cairo.cairo_image_surface_get_height(surface)),
      rowBytes: Int(cairo.cairo_image_surface_get_stride(surface)),
      layout: try SurfaceLayout(cairo: cairo.cairo_image_surface_get_format(surface)), hasWholeRows: true)
  }

  func unlock() {}

  /// Whether the surface is finished. A finished surface retains the address of freed memory and has no error state
  /// until the next drawing. But creating a similar surface fails.
  private var isFinished: Bool {
    let similar = cairo.cairo_surface_create_similar_image(surface, Int32(CT_CAIRO_A8), 0, 0)
    defer { cairo.cairo_surface_destroy(similar) }
    return cairo.cairo_surface_status(similar) != 0
  }

  private func text(_ message: UnsafePointer<CChar>?) -> String { message.map { String(cString: $0) } ?? "" }
}

extension SurfaceLayout {
  /// - Parameter format: a `cairo_format_t`.
  package init(cairo format: Int32) throws(RenderError) {
    // Words in the machine's byte order, with alpha in the highest bits.
    #if _endian(little)
      let word = PixelFormat.bgra8
    #else
      let word = PixelFormat.argb8
    #endif
    switch Int(format) {
    case CT_CAIRO_ARGB32: self = .image(word, .premultiplied)
    case CT_CAIRO_RGB24: self = .withoutAlpha(word)
    case CT_CAIRO_A8: self = .image(.a8, .premultiplied)
    case CT_CAIRO_RGB16_565: self = .word565(redIsHigh: true)
    case CT_CAIRO_RGB30: self = .word2101010(.opaque)
    case CT_CAIRO_RGB96F: self = .threeFloats
    case CT_CAIRO_RGBA128F: self = .image(.rgbaf, .premultiplied)
    default:
      throw .unsupported(
        "the format of a cairo surface must be ARGB32, RGB24, A8, RGB16_565, RGB30, RGB96F or RGBA128F (got \(format))")
    }
  }
}
