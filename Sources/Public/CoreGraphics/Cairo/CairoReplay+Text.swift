import CDrawing
import Foundation
import ImageGraph

extension CairoReplay {
  func draw(_ line: TextLine, _ map: CGAffineTransform, _ paint: Paint, _ alpha: Double, _ mode: CGBlendMode) {
    if case .pattern = paint { return fillGlyphs(line, map, paint, alpha, mode) }
    if mode.needsClip { return fillGlyphs(line, map, paint, alpha, mode) }
    setSource(paint, alpha, over: extent)
    canvas.setOperator(mode)
    withLayout(line, map) { pango, layout in pango.pango_cairo_show_layout(canvas.context, layout) }
    canvas.setMatrix(.identity)
  }

  private func fillGlyphs(
    _ line: TextLine, _ map: CGAffineTransform, _ paint: Paint, _ alpha: Double, _ mode: CGBlendMode
  ) {
    canvas.saving {
      clipToGlyphs(of: line, map)
      setSource(paint, alpha, over: extent)
      canvas.setOperator(mode)
      canvas.call.cairo_paint_with_alpha(canvas.context, 1)
    }
  }

  func drawOutline(
    of line: TextLine, _ map: CGAffineTransform, _ style: StrokeStyle, _ pen: CGAffineTransform, _ paint: Paint,
    _ alpha: Double, _ mode: CGBlendMode
  ) {
    let pen = pen.concatenating(device)
    guard pen.isInvertible else { return }
    setSource(paint, alpha, over: extent)
    canvas.setOperator(mode)
    setPath(of: line, map)
    var style = style
    let isHairline = style.width == 0
    if isHairline { style.width = 1 / resolution }
    strokePath(style, isHairline ? .identity : pen)
  }

  /// Intersects the clip with the glyphs.
  func clipToGlyphs(of line: TextLine, _ map: CGAffineTransform) {
    setPath(of: line, map)
    canvas.call.cairo_set_fill_rule(canvas.context, 0)
    canvas.call.cairo_clip(canvas.context)
  }

  private func setPath(of line: TextLine, _ map: CGAffineTransform) {
    canvas.call.cairo_new_path(canvas.context)
    withLayout(line, map) { pango, layout in pango.pango_cairo_layout_path(canvas.context, layout) }
    canvas.setMatrix(.identity)
  }

  /// Calls `body` with a layout whose baseline begins at the current point, in text space.
  private func withLayout(_ line: TextLine, _ map: CGAffineTransform, _ body: (CDPango, OpaquePointer) -> Void) {
    // Layouts have y down.
    let plane = CGAffineTransform(scaleX: 1, y: -1).concatenating(map).concatenating(device)
    let scale = max(hypot(plane.a, plane.b), hypot(plane.c, plane.d))
    guard plane.isInvertible, scale * line.size <= 16_384, scale < 1e5, abs(plane.tx) < 1e6, abs(plane.ty) < 1e6 else {
      return
    }
    do {
      try line.withLayout(canvas, plane) { pango, layout in
        canvas.call.cairo_move_to(canvas.context, 0, -Double(pango.pango_layout_get_baseline(layout)) / 1024)
        body(pango, layout)
      }
    } catch {
      RenderLog.process.note("text: \(error)")
    }
  }
}

extension TextLine {
  /// Returns the distance from the start to the start of following text.
  package func width() throws(RenderError) -> Double {
    guard size <= 16_384 else {
      throw .limit("the font size in units", requested: UInt64(clamping: Int(min(size, 1e15))), allowed: 16_384)
    }
    var width = 0.0
    try withLayout(try CairoCanvas.image(width: 1, height: 1), .identity) { pango, layout in
      var logical = PangoRectangle()
      pango.pango_layout_get_extents(layout, nil, &logical)
      // Pango adds spacing between letters only.
      width = Double(logical.width) / 1024 + (runs.last?.spacing ?? 0)
    }
    return width
  }

  /// Whether the line begins on the right: its first character with a direction is right-to-left.
  package var isRightToLeft: Bool {
    var reason: UnsafePointer<CChar>?
    guard let pango = cd_pango(&reason)?.pointee else { return false }
    // PANGO_DIRECTION_RTL
    return text.withCString { pango.pango_find_base_dir($0, -1) } == 1
  }

  /// Calls `body` with a layout of one line without hinting, so that glyphs have the same shape and position at every
  /// scale.
  fileprivate func withLayout(
    _ canvas: CairoCanvas, _ map: CGAffineTransform, _ body: (CDPango, OpaquePointer) -> Void
  ) throws(RenderError) {
    var reason: UnsafePointer<CChar>?
    guard let pango = cd_pango(&reason)?.pointee else {
      throw .unsupported("text requires Pango: \(reason.map { String(cString: $0) } ?? "it is not installed")")
    }
    cd_lock_fonts()
    defer { cd_unlock_fonts() }
    canvas.setMatrix(map)
    guard let layout = pango.pango_cairo_create_layout(canvas.context) else {
      throw .unsupported("Pango cannot create a layout")
    }
    defer { pango.g_object_unref(UnsafeMutableRawPointer(layout)) }
    if let options = canvas.call.cairo_font_options_create(), let context = pango.pango_layout_get_context(layout) {
      canvas.call.cairo_font_options_set_antialias(options, 2)  // CAIRO_ANTIALIAS_GRAY
      canvas.call.cairo_font_options_set_hint_style(options, 1)  // CAIRO_HINT_STYLE_NONE
      canvas.call.cairo_font_options_set_hint_metrics(options, 1)  // CAIRO_HINT_METRICS_OFF
      pango.pango_cairo_context_set_resolution(context, 72)
      pango.pango_cairo_context_set_font_options(context, options)
      pango.pango_context_set_round_glyph_positions(context, 0)
      pango.pango_layout_context_changed(layout)
      canvas.call.cairo_font_options_destroy(options)
    }
    pango.pango_layout_set_single_paragraph_mode(layout, 1)
    markup.withCString { pango.pango_layout_set_markup(layout, $0, -1) }
    body(pango, layout)
  }

  /// Pango markup.
  private var markup: String { runs.map(\.markup).joined() }
}

extension TextLine.Run {
  fileprivate var markup: String {
    // Pango writes to standard error if a size is not above 0.
    guard size * 1024 >= 1 else { return "" }
    let font = FontName(font)
    let units = { (value: Double) in String(Int((min(max(value, -1e5), 1e5) * 1024).rounded())) }
    var attributes = [
      ("font_family", font.families), ("weight", font.weight), ("style", font.isItalic ? "italic" : "normal"),
      ("size", units(size)), ("letter_spacing", units(spacing)),
    ]
    if isUnderlined { attributes.append(("underline", "single")) }
    if isStruck { attributes.append(("strikethrough", "true")) }
    // Pango's minimum of alpha, which cairo draws as transparent.
    if !isShown { attributes.append(("alpha", "1")) }
    let list = attributes.map { "\($0)=\"\($1.escaped)\"" }.joined(separator: " ")
    return "<span \(list)>\(text.escaped)</span>"
  }
}

extension String {
  /// The string escaped for markup; control characters, which markup does not support, become spaces.
  fileprivate var escaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..."\u{1F}", "\u{7F}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
