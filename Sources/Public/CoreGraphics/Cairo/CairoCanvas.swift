import CDrawing
import ImageGraph

/// A cairo surface and its context. Not thread-safe.
///
/// Coordinates are pixels or points of the surface, y down; callers transform their coordinates. The caller keeps the
/// ownership of images and patterns that it passes.
final class CairoCanvas {
  let call: CDCairo
  let surface: OpaquePointer
  let context: OpaquePointer

  /// Returns cairo's functions, loaded once.
  static func functions() throws(RenderError) -> CDCairo {
    var reason: UnsafePointer<CChar>?
    guard let functions = cd_cairo(&reason) else {
      throw .unsupported("drawing requires cairo: \(reason.map { String(cString: $0) } ?? "it is not installed")")
    }
    return functions.pointee
  }

  /// Takes ownership of the surface.
  init(_ surface: OpaquePointer?, _ call: CDCairo) throws(RenderError) {
    guard let surface, call.cairo_surface_status(surface) == 0, let context = call.cairo_create(surface),
      call.cairo_status(context) == 0
    else { throw .unsupported("cairo cannot create a surface of this kind or size") }
    (self.surface, self.context, self.call) = (surface, context, call)
    // The default is a tenth of a pixel, which is visible in comparisons with other rasterizers.
    call.cairo_set_tolerance(context, 0.05)
  }

  /// Creates a transparent image with 32 bits a pixel, blue first, premultiplied.
  static func image(width: Int, height: Int) throws(RenderError) -> CairoCanvas {
    let call = try functions()
    let maximum = 32_767
    guard width > 0, height > 0, width <= maximum, height <= maximum else {
      throw .limit(
        "the pixels of a side of a bitmap", requested: UInt64(clamping: max(width, height)), allowed: UInt64(maximum))
    }
    return try CairoCanvas(call.cairo_image_surface_create(0, Int32(width), Int32(height)), call)
  }

  deinit {
    call.cairo_destroy(context)
    call.cairo_surface_destroy(surface)
  }

  /// cairo's error message; nil without an error. A context that has failed draws nothing.
  var failure: String? {
    let status = call.cairo_status(context)
    return status == 0 ? nil : call.cairo_status_to_string(status).map { String(cString: $0) }
  }

  /// The bounds of the clip.
  var clipExtents: (left: Double, top: Double, right: Double, bottom: Double) {
    var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    call.cairo_clip_extents(context, &a, &b, &c, &d)
    return (a, b, c, d)
  }

  /// The bounds of the clip as a rectangle.
  var clipBox: CGRect {
    let (left, top, right, bottom) = clipExtents
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  func setOperator(_ mode: CGBlendMode) { call.cairo_set_operator(context, mode.cairoOperator) }

  func setMatrix(_ map: CGAffineTransform) {
    withMatrix(map) { call.cairo_set_matrix(context, $0) }
  }

  /// Replaces the current path.
  func setPath(_ outline: Outline) {
    call.cairo_new_path(context)
    var current = Outline.Point.zero
    var start = Outline.Point.zero
    for element in outline.elements {
      switch element {
      case .move(let p):
        call.cairo_move_to(context, p.x, p.y)
        (current, start) = (p, p)
      case .line(let p):
        call.cairo_line_to(context, p.x, p.y)
        current = p
      case .quad(let c, let p):
        let segment = Outline.Segment(current, quad: c, p)
        curve(segment.control1, segment.control2, p)
        current = p
      case .cubic(let c, let d, let p):
        curve(c, d, p)
        current = p
      case .close:
        call.cairo_close_path(context)
        current = start
      }
    }
  }

  private func curve(_ c: Outline.Point, _ d: Outline.Point, _ p: Outline.Point) {
    call.cairo_curve_to(context, c.x, c.y, d.x, d.y, p.x, p.y)
  }

  /// Draws into an intermediate, within the clip, and returns it as a pattern. The caller destroys the result.
  func group(_ draw: () -> Void) -> OpaquePointer? {
    call.cairo_push_group(context)
    draw()
    return call.cairo_pop_group(context)
  }

  func saving(_ draw: () -> Void) {
    call.cairo_save(context)
    draw()
    call.cairo_restore(context)
  }

  /// Creates a source from an image; nil if cairo cannot create it. The caller destroys it.
  ///
  /// - Parameters:
  ///   - toImage: the transform from the surface to the image's pixels, the first row on top.
  ///   - extends: the content outside of the image: 0 transparent, 1 repeated, 3 the edge pixels.
  ///   - filter: 1 good, 2 best, 3 nearest, 4 linear.
  func pattern(
    _ image: OpaquePointer, _ toImage: CGAffineTransform, extends: UInt32, filter: UInt32
  ) -> OpaquePointer? {
    guard let pattern = call.cairo_pattern_create_for_surface(image) else { return nil }
    withMatrix(toImage) { call.cairo_pattern_set_matrix(pattern, $0) }
    call.cairo_pattern_set_extend(pattern, extends)
    call.cairo_pattern_set_filter(pattern, filter)
    return pattern
  }

  func withMatrix(_ map: CGAffineTransform, _ body: (UnsafePointer<CDMatrix>) -> Void) {
    var matrix = CDMatrix(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    body(&matrix)
  }
}

extension CGBlendMode {
  /// The cairo_operator_t.
  fileprivate var cairoOperator: UInt32 {
    switch self {
    case .normal, .plusDarker: 2
    case .multiply: 14
    case .screen: 15
    case .overlay: 16
    case .darken: 17
    case .lighten: 18
    case .colorDodge: 19
    case .colorBurn: 20
    case .hardLight: 21
    case .softLight: 22
    case .difference: 23
    case .exclusion: 24
    case .hue: 25
    case .saturation: 26
    case .color: 27
    case .luminosity: 28
    case .clear: 0
    case .copy: 1
    case .sourceIn: 3
    case .sourceOut: 4
    case .sourceAtop: 5
    case .destinationOver: 7
    case .destinationIn: 8
    case .destinationOut: 9
    case .destinationAtop: 10
    case .xor: 11
    case .plusLighter: 12
    }
  }

  /// Whether cairo applies the operator to all of the clip, but Core Graphics only to the painted region.
  var needsClip: Bool { [.sourceIn, .sourceOut, .destinationIn, .destinationAtop].contains(self) }
}
