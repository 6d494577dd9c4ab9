import CDrawing
import ImageColor

/// The functions of Pango and cairo that lay out and draw text.
///
/// Loaded when text is first drawn and not at program start, so that apps without text do not require these libraries.
struct PangoLibrary: @unchecked Sendable {
  // Unchecked: function pointers, loaded once.

  private let cairo: CDCairo
  private let pango: CDPango

  static let shared = Result { () throws(RenderError) in try PangoLibrary() }

  private init() throws(RenderError) {
    var reason: UnsafePointer<CChar>?
    guard let cairo = cd_cairo(&reason)?.pointee, let pango = cd_pango(&reason)?.pointee else {
      throw .unsupported("text requires Pango: \(reason.map { String(cString: $0) } ?? "not installed")")
    }
    (self.cairo, self.pango) = (cairo, pango)
  }

  /// Renders text in Pango's markup; nil for text of no extent.
  func image(
    _ markup: String, scale factor: Double, padding: Int, _ filter: String
  ) throws(RenderError) -> Source? {
    // cairo 1.16 corrupts glyphs if several threads use a font at once.
    cd_lock_fonts()
    defer { cd_unlock_fonts() }
    return try drawn(markup, factor, padding, filter)
  }

  private func drawn(
    _ markup: String, _ factor: Double, _ padding: Int, _ filter: String
  ) throws(RenderError) -> Source? {
    let (width, height) = try withLayout(1, 1, factor, 0) { (layout, _) throws(RenderError) in
      // In Pango units, 1/1024 of a pixel.
      var logical = PangoRectangle()
      fill(layout, markup)
      pango.pango_layout_get_extents(layout, nil, &logical)
      return (Double(logical.width) / 1024 * factor, Double(logical.height) / 1024 * factor)
    }
    guard width > 0, height > 0, factor > 0 else { return nil }
    let size = (width.rounded(.up) + 2 * Double(padding), height.rounded(.up) + 2 * Double(padding))
    let most = 16_384.0
    guard max(size.0, size.1) <= most else {
      throw .limit(
        "\(filter): pixels of a side of the text", requested: UInt64(max(size.0, size.1)), allowed: UInt64(most))
    }
    let pixels = try PixelBuffer(width: Int(size.0), height: Int(size.1), format: .bgra8)
    try withLayout(Int32(size.0), Int32(size.1), factor, Double(padding)) { (layout, surface) throws(RenderError) in
      fill(layout, markup)
      try draw(layout, surface, into: pixels)
    }
    return Source(pixels, colorSpace: .sRGB, alpha: .premultiplied, label: "text")
  }

  private func fill(_ layout: OpaquePointer, _ markup: String) {
    markup.withCString { pango.pango_layout_set_markup(layout, $0, -1) }
  }

  /// Calls `body` with a layout without hinting, so that letters have the same shape and position at every scale.
  private func withLayout<Result>(
    _ width: Int32, _ height: Int32, _ factor: Double, _ padding: Double,
    _ body: (_ layout: OpaquePointer, _ drawing: (surface: OpaquePointer, context: OpaquePointer)) throws(RenderError)
      -> Result
  ) throws(RenderError) -> Result {
    // CAIRO_FORMAT_ARGB32: blue first in memory.
    guard let surface = cairo.cairo_image_surface_create(0, width, height) else {
      throw .unsupported("cairo cannot create an image")
    }
    defer { cairo.cairo_surface_destroy(surface) }
    guard cairo.cairo_surface_status(surface) == 0, let context = cairo.cairo_create(surface) else {
      throw .limit("bytes of a cairo surface", requested: UInt64(width) * UInt64(height) * 4, allowed: 0)
    }
    defer { cairo.cairo_destroy(context) }
    cairo.cairo_translate(context, padding, padding)
    cairo.cairo_scale(context, max(factor, 1e-3), max(factor, 1e-3))
    guard let layout = pango.pango_cairo_create_layout(context), let options = cairo.cairo_font_options_create() else {
      throw .unsupported("Pango cannot create a layout")
    }
    defer { pango.g_object_unref(UnsafeMutableRawPointer(layout)) }
    defer { cairo.cairo_font_options_destroy(options) }
    cairo.cairo_font_options_set_antialias(options, 2)  // CAIRO_ANTIALIAS_GRAY
    cairo.cairo_font_options_set_hint_style(options, 1)  // CAIRO_HINT_STYLE_NONE
    cairo.cairo_font_options_set_hint_metrics(options, 1)  // CAIRO_HINT_METRICS_OFF
    if let own = pango.pango_layout_get_context(layout) {
      pango.pango_cairo_context_set_resolution(own, 72)
      pango.pango_cairo_context_set_font_options(own, options)
      pango.pango_context_set_round_glyph_positions(own, 0)
      pango.pango_layout_context_changed(layout)
    }
    return try body(layout, (surface, context))
  }

  private func draw(
    _ layout: OpaquePointer, _ drawing: (surface: OpaquePointer, context: OpaquePointer), into pixels: PixelBuffer
  ) throws(RenderError) {
    pango.pango_cairo_show_layout(drawing.context, layout)
    cairo.cairo_surface_flush(drawing.surface)
    guard cairo.cairo_status(drawing.context) == 0, let data = cairo.cairo_image_surface_get_data(drawing.surface)
    else {
      throw .unsupported("cairo cannot draw this text")
    }
    let stride = Int(cairo.cairo_image_surface_get_stride(drawing.surface))
    for y in 0..<pixels.height {
      pixels.row(y).copyMemory(from: data + y * stride, byteCount: pixels.width * 4)
    }
  }
}
