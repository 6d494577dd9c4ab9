import ImageColor
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The few functions of Pango and cairo that lay out and draw text.
///
/// Found when text is drawn and not when a program starts: no app needs these libraries in order to render.
struct PangoLibrary: @unchecked Sendable {
  // Unchecked: functions, found once.

  static let name = "libpangocairo-1.0.so.0"

  /// Text is drawn by one thread at a time: threads of cairo 1.16 that meet a font together spoil each other's glyphs.
  private static let turn = Mutex(())

  static let found = Result { () throws(RenderError) in try PangoLibrary(name) }

  private let createSurface: @convention(c) (Int32, Int32, Int32) -> OpaquePointer?
  private let surfaceStatus: @convention(c) (OpaquePointer) -> Int32
  private let surfaceData: @convention(c) (OpaquePointer) -> UnsafeMutablePointer<UInt8>?
  private let surfaceStride: @convention(c) (OpaquePointer) -> Int32
  private let flushSurface: @convention(c) (OpaquePointer) -> Void
  private let destroySurface: @convention(c) (OpaquePointer) -> Void
  private let createContext: @convention(c) (OpaquePointer) -> OpaquePointer?
  private let contextStatus: @convention(c) (OpaquePointer) -> Int32
  private let destroyContext: @convention(c) (OpaquePointer) -> Void
  private let translate: @convention(c) (OpaquePointer, Double, Double) -> Void
  private let scale: @convention(c) (OpaquePointer, Double, Double) -> Void
  private let createOptions: @convention(c) () -> OpaquePointer?
  private let destroyOptions: @convention(c) (OpaquePointer) -> Void
  private let setAntialias: @convention(c) (OpaquePointer, Int32) -> Void
  private let setHintStyle: @convention(c) (OpaquePointer, Int32) -> Void
  private let setHintMetrics: @convention(c) (OpaquePointer, Int32) -> Void
  private let createLayout: @convention(c) (OpaquePointer) -> OpaquePointer?
  private let layoutContext: @convention(c) (OpaquePointer) -> OpaquePointer?
  private let setResolution: @convention(c) (OpaquePointer, Double) -> Void
  private let setOptions: @convention(c) (OpaquePointer, OpaquePointer) -> Void
  private let setRounding: @convention(c) (OpaquePointer, Int32) -> Void
  private let layoutChanged: @convention(c) (OpaquePointer) -> Void
  private let setMarkup: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Void
  private let layoutExtents: @convention(c) (OpaquePointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private let showLayout: @convention(c) (OpaquePointer, OpaquePointer) -> Void
  private let release: @convention(c) (OpaquePointer) -> Void

  init(_ name: String) throws(RenderError) {
    // Never closed: GLib, which comes with it, cannot be unloaded.
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw .unsupported("text is drawn by Pango, and \(name) is not there: install libpangocairo-1.0-0 and a font")
    }
    func find<Function>(_ function: String) throws(RenderError) -> Function {
      guard let address = dlsym(library, function) else { throw .unsupported("\(function) is missing in \(name)") }
      return unsafeBitCast(address, to: Function.self)
    }
    createSurface = try find("cairo_image_surface_create")
    surfaceStatus = try find("cairo_surface_status")
    surfaceData = try find("cairo_image_surface_get_data")
    surfaceStride = try find("cairo_image_surface_get_stride")
    flushSurface = try find("cairo_surface_flush")
    destroySurface = try find("cairo_surface_destroy")
    createContext = try find("cairo_create")
    contextStatus = try find("cairo_status")
    destroyContext = try find("cairo_destroy")
    translate = try find("cairo_translate")
    scale = try find("cairo_scale")
    createOptions = try find("cairo_font_options_create")
    destroyOptions = try find("cairo_font_options_destroy")
    setAntialias = try find("cairo_font_options_set_antialias")
    setHintStyle = try find("cairo_font_options_set_hint_style")
    setHintMetrics = try find("cairo_font_options_set_hint_metrics")
    createLayout = try find("pango_cairo_create_layout")
    layoutContext = try find("pango_layout_get_context")
    setResolution = try find("pango_cairo_context_set_resolution")
    setOptions = try find("pango_cairo_context_set_font_options")
    setRounding = try find("pango_context_set_round_glyph_positions")
    layoutChanged = try find("pango_layout_context_changed")
    setMarkup = try find("pango_layout_set_markup")
    layoutExtents = try find("pango_layout_get_extents")
    showLayout = try find("pango_cairo_show_layout")
    release = try find("g_object_unref")
  }

  /// Text of Pango's markup; nil when it takes no room.
  func picture(
    _ markup: String, scale factor: Double, padding: Int, _ filter: String
  ) throws(RenderError) -> Source? {
    try Self.turn.withLock { (_) throws(RenderError) in try drawn(markup, factor, padding, filter) }
  }

  private func drawn(
    _ markup: String, _ factor: Double, _ padding: Int, _ filter: String
  ) throws(RenderError) -> Source? {
    let (width, height) = try withLayout(1, 1, factor, 0) { (layout, _) throws(RenderError) in
      // PangoRectangle: x, y, width, height in 1024ths.
      var logical = (Int32(0), Int32(0), Int32(0), Int32(0))
      fill(layout, markup)
      layoutExtents(layout, nil, &logical)
      return (Double(logical.2) / 1024 * factor, Double(logical.3) / 1024 * factor)
    }
    guard width > 0, height > 0, factor > 0 else { return nil }
    let size = (width.rounded(.up) + 2 * Double(padding), height.rounded(.up) + 2 * Double(padding))
    let most = 16_384.0
    guard max(size.0, size.1) <= most else {
      throw .limit(
        "\(filter): pixels of a side of the text", asked: UInt64(max(size.0, size.1)), allowed: UInt64(most))
    }
    let pixels = try PixelBuffer(width: Int(size.0), height: Int(size.1), format: .bgra8)
    try withLayout(Int32(size.0), Int32(size.1), factor, Double(padding)) { (layout, surface) throws(RenderError) in
      fill(layout, markup)
      try draw(layout, surface, into: pixels)
    }
    return Source(pixels, colorSpace: .sRGB, alpha: .premultiplied, label: "text")
  }

  private func fill(_ layout: OpaquePointer, _ markup: String) {
    markup.withCString { setMarkup(layout, $0, -1) }
  }

  /// A layout without hints, so that letters have the same shape and place at every scale.
  private func withLayout<Result>(
    _ width: Int32, _ height: Int32, _ factor: Double, _ padding: Double,
    _ body: (_ layout: OpaquePointer, _ drawing: (surface: OpaquePointer, context: OpaquePointer)) throws(RenderError)
      -> Result
  ) throws(RenderError) -> Result {
    // CAIRO_FORMAT_ARGB32: blue first in memory.
    guard let surface = createSurface(0, width, height) else { throw .unsupported("cairo makes no picture") }
    defer { destroySurface(surface) }
    guard surfaceStatus(surface) == 0, let context = createContext(surface) else {
      throw .limit("bytes of memory that cairo gives", asked: UInt64(width) * UInt64(height) * 4, allowed: 0)
    }
    defer { destroyContext(context) }
    translate(context, padding, padding)
    scale(context, max(factor, 1e-3), max(factor, 1e-3))
    guard let layout = createLayout(context), let options = createOptions() else {
      throw .unsupported("Pango makes no layout")
    }
    defer { release(layout) }
    defer { destroyOptions(options) }
    setAntialias(options, 2)  // CAIRO_ANTIALIAS_GRAY
    setHintStyle(options, 1)  // CAIRO_HINT_STYLE_NONE
    setHintMetrics(options, 1)  // CAIRO_HINT_METRICS_OFF
    if let pango = layoutContext(layout) {
      setResolution(pango, 72)
      setOptions(pango, options)
      setRounding(pango, 0)
      layoutChanged(layout)
    }
    return try body(layout, (surface, context))
  }

  private func draw(
    _ layout: OpaquePointer, _ drawing: (surface: OpaquePointer, context: OpaquePointer), into pixels: PixelBuffer
  ) throws(RenderError) {
    showLayout(drawing.context, layout)
    flushSurface(drawing.surface)
    guard contextStatus(drawing.context) == 0, let data = surfaceData(drawing.surface) else {
      throw .unsupported("cairo cannot draw this text")
    }
    let stride = Int(surfaceStride(drawing.surface))
    for y in 0..<pixels.height {
      pixels.row(y).copyMemory(from: data + y * stride, byteCount: pixels.width * 4)
    }
  }
}
