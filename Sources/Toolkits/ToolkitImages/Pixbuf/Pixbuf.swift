import CToolkits
import CoreImage
import ImageGraph

/// A retained GdkPixbuf. Its reference count is thread-safe.
final class Pixbuf: RetainedSurface, @unchecked Sendable {
  let label = "a pixbuf"
  private let pixbuf: OpaquePointer
  private let gdk: CTPixbuf

  /// Retains a pixbuf.
  ///
  /// - Throws: `unsupported` if GdkPixbuf is missing.
  init(_ pixbuf: OpaquePointer) throws(RenderError) {
    gdk = try library(for: "pixbuf", ct_pixbuf)
    self.pixbuf = pixbuf
    _ = gdk.g_object_ref(UnsafeMutableRawPointer(pixbuf))
  }

  deinit { gdk.g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

  /// Returns an option of the pixbuf's file, such as its orientation; nil if it is missing.
  func option(_ key: String) -> String? { gdk.gdk_pixbuf_get_option(pixbuf, key).map { String(cString: $0) } }

  func lock() throws(RenderError) -> SurfacePixels {
    // `get_pixels` would copy read-only bytes for writing.
    try pixels(at: UnsafeMutableRawPointer(mutating: gdk.gdk_pixbuf_read_pixels(pixbuf)))
  }

  func lockForWriting() throws(RenderError) -> SurfacePixels { try pixels(at: gdk.gdk_pixbuf_get_pixels(pixbuf)) }

  func unlock() {}

  private func pixels(at start: UnsafeMutableRawPointer?) throws(RenderError) -> SurfacePixels {
    let (bits, channels) = (gdk.gdk_pixbuf_get_bits_per_sample(pixbuf), gdk.gdk_pixbuf_get_n_channels(pixbuf))
    let hasAlpha = gdk.gdk_pixbuf_get_has_alpha(pixbuf) != 0
    guard gdk.gdk_pixbuf_get_colorspace(pixbuf) == 0, bits == 8, channels == (hasAlpha ? 4 : 3) else {
      throw .unsupported("a pixbuf must be RGB or RGBA of 8 bits (got \(channels) channels of \(bits) bits)")
    }
    return try SurfacePixels(
      label, start: start, width: Int(gdk.gdk_pixbuf_get_width(pixbuf)),
      height: Int(gdk.gdk_pixbuf_get_height(pixbuf)), rowBytes: Int(gdk.gdk_pixbuf_get_rowstride(pixbuf)),
      layout: hasAlpha ? .image(.rgba8, .straight) : .threeBytes(redIsFirst: true),
      // A part of another pixbuf ends with its last pixel.
      hasWholeRows: false)
  }
}
