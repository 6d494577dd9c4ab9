import CDrawing
import Foundation
import ImageColor
import ImageGraph

/// Draws recorded commands on a canvas.
struct CairoReplay {
  let canvas: CairoCanvas
  /// The transform from the base space of the commands to the surface.
  var device: CGAffineTransform
  /// The bounds of the surface, in its own units.
  let extent: CGRect
  let space: ColorSpace
  /// The pixels per unit of the surface, for rasterized content.
  let resolution: Double
  /// Whether the surface is a vector document, in which images stay images.
  let isDocument: Bool
  /// Replaces all colours.
  var tint: CGColor?
  var budget: Budget

  /// A limit of the number of drawn commands. Lists contain lists, so a few of them can require more time than is
  /// acceptable.
  final class Budget {
    private var commands = 10_000_000
    private var groups = 50_000
    private var depth = 0

    /// Counts a command. Returns false if the budget is exhausted.
    func take() -> Bool {
      commands -= 1
      return commands > 0
    }

    /// Draws nested content.
    func nest(_ draw: () -> Void) {
      groups -= 1
      if groups == 0 {
        RenderLog.process.note(
          "CGContext: nested layers and patterns exceed 50000 groups; the remaining ones are omitted")
      }
      guard groups > 0, depth < 100 else { return }
      depth += 1
      draw()
      depth -= 1
    }
  }

  init(
    _ canvas: CairoCanvas, device: CGAffineTransform, extent: CGRect, space: ColorSpace, resolution: Double = 1,
    isDocument: Bool = false
  ) {
    (self.canvas, self.device, self.extent, self.space) = (canvas, device, extent, space)
    (self.resolution, self.isDocument, budget) = (resolution, isDocument, Budget())
  }

  private var call: CDCairo { canvas.call }
  private var context: OpaquePointer { canvas.context }

  /// The bounds of the surface in the base space of the commands.
  var visible: CGRect {
    guard device.isInvertible else { return .null }
    return extent.applying(device.inverted())
  }

  func draw(_ list: DisplayList) { for command in list.commands { draw(command) } }

  func draw(_ command: DrawingCommand) {
    guard budget.take(), device.isInvertible else { return }
    let compositing = command.compositing
    guard !command.paintedBounds(within: visible).isEmpty else { return }
    canvas.saving {
      canvas.setMatrix(.identity)
      let masks = clip(to: compositing.clip)
      guard !masks.isEmpty else { return drawWithShadow(command, compositing.blendMode) }
      masked(by: masks[...], compositing.blendMode) { drawWithShadow(command, .normal) }
    }
  }

  private func drawWithShadow(_ command: DrawingCommand, _ mode: CGBlendMode) {
    if let shadow = command.compositing.shadow {
      drawShadow(of: command, shadow, mode)
    }
    call.cairo_set_antialias(context, command.compositing.isAntialiased ? 0 : 1)
    drawContent(command.content, command.compositing.alpha, mode, isSmooth: command.compositing.isAntialiased)
  }

  private func drawContent(
    _ content: DrawingCommand.Content, _ alpha: Double, _ mode: CGBlendMode, isSmooth: Bool
  ) {
    switch content {
    case .fill(let outline, let rule, let paint):
      fill(guarded(outline), rule, paint, alpha, mode, isSmooth: isSmooth)
    case .stroke(let outline, let style, let pen, let paint):
      stroke(outline, style, pen, paint, alpha, mode, isSmooth: isSmooth)
    case .image(let image, let rect, let map, let quality, let paint):
      draw(image, rect, map.concatenating(device), quality, paint, alpha, mode)
    case .gradient(let shape, let gradient, let options, let map):
      draw(gradient, shape, options, map.concatenating(device), alpha, mode)
    case .text(let line, let map, let textMode, let fill, let style, let pen, let stroke):
      if textMode.fills { draw(line, map, fill, alpha, mode) }
      if textMode.strokes { drawOutline(of: line, map, style, pen, stroke, alpha, mode) }
    case .group(let list, let map):
      budget.nest {
        guard let group = canvas.group({ inner(map).draw(list) }) else { return }
        paint(group, alpha, mode)
        call.cairo_pattern_destroy(group)
      }
    }
  }

  /// Returns a replay for a list in a plane of its own.
  func inner(_ map: CGAffineTransform) -> CairoReplay {
    var inner = self
    inner.device = map.concatenating(device)
    return inner
  }

  // MARK: Painting

  private func fill(
    _ path: Outline, _ rule: CGPathFillRule, _ paint: Paint, _ alpha: Double, _ mode: CGBlendMode, isSmooth: Bool
  ) {
    setSource(paint, alpha, over: path.bounds(withControls: true))
    canvas.setOperator(mode)
    if isSmooth, !mode.needsClip, paintAccurately(path, rule) { return }
    call.cairo_set_fill_rule(context, rule == .winding ? 0 : 1)
    canvas.setPath(path)
    if mode.needsClip {
      call.cairo_clip(context)
      call.cairo_paint_with_alpha(context, 1)
    } else {
      call.cairo_fill(context)
    }
  }

  private func stroke(
    _ outline: Outline, _ style: StrokeStyle, _ pen: CGAffineTransform, _ paint: Paint, _ alpha: Double,
    _ mode: CGBlendMode, isSmooth: Bool
  ) {
    var style = style
    var pen = pen.concatenating(device)
    if style.width == 0 { (style.width, pen) = (1 / resolution, .identity) }
    guard pen.isInvertible else { return }
    let path = outline.mapped(by: device)
    let bounds = path.bounds(withControls: true)
    let scale = pen.largestScale
    if path.isTooFine(for: style, scale) { style.dashes = [] }
    let isSupported =
      !(isSmooth && strokesAccurately(path, style, pen)) && !mode.needsClip && bounds.isWithin(limits)
      && scale * style.width < 1e5 && scale < 1e6
      && abs(pen.a * pen.d - pen.b * pen.c) > 1e-9
    guard isSupported else {
      let covered = outline.mapped(by: device.concatenating(pen.inverted())).stroked(style).mapped(by: pen)
      return fill(guarded(covered, by: .identity), .winding, paint, alpha, mode, isSmooth: isSmooth)
    }
    setSource(paint, alpha, over: bounds.insetBy(dx: -scale * style.width * 10, dy: -scale * style.width * 10))
    canvas.setOperator(mode)
    canvas.setPath(path)
    strokePath(style, pen)
  }

  /// Strokes the present path with the present source.
  func strokePath(_ style: StrokeStyle, _ pen: CGAffineTransform) {
    canvas.setMatrix(pen)
    call.cairo_set_line_width(context, style.width)
    call.cairo_set_line_cap(context, UInt32(style.cap.rawValue))
    call.cairo_set_line_join(context, UInt32(style.join.rawValue))
    call.cairo_set_miter_limit(context, style.miterLimit)
    style.dashes.withUnsafeBufferPointer {
      call.cairo_set_dash(context, $0.baseAddress, Int32($0.count), style.dashPhase)
    }
    call.cairo_stroke(context)
    canvas.setMatrix(.identity)
  }

  /// Paints a pattern over the whole clip.
  func paint(_ pattern: OpaquePointer, _ alpha: Double, _ mode: CGBlendMode) {
    call.cairo_set_source(context, pattern)
    canvas.setOperator(mode)
    call.cairo_paint_with_alpha(context, alpha)
  }

  /// Returns an outline on the surface, clipped to a region around the surface if it exceeds cairo's coordinates.
  func guarded(_ outline: Outline) -> Outline { guarded(outline, by: device) }

  private func guarded(_ outline: Outline, by map: CGAffineTransform) -> Outline {
    let path = outline.mapped(by: map)
    return path.bounds(withControls: true).isWithin(limits)
      ? path : path.filled(within: extent.insetBy(dx: -100, dy: -100))
  }

  /// cairo's coordinates are multiples of 1/256 of a unit, up to 2²³ units; strokes and groups need a part of that
  /// range.
  private var limits: CGRect { CGRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6) }

  // MARK: Clipping

  /// Clips to all shapes except masks, and returns the masks, which the caller applies afterwards.
  private func clip(to clip: Clip?) -> [(CGImage, CGRect, CGAffineTransform)] {
    call.cairo_reset_clip(context)
    var masks: [(CGImage, CGRect, CGAffineTransform)] = []
    for shape in clip?.shapes ?? [] {
      switch shape {
      case .outline(let outline, let rule, let isAntialiased):
        call.cairo_set_antialias(context, isAntialiased ? 0 : 1)
        call.cairo_set_fill_rule(context, rule == .winding ? 0 : 1)
        canvas.setPath(guarded(outline))
        call.cairo_clip(context)
      case .mask(let image, let rect, let map): masks.append((image, rect, map))
      case .text(let line, let map): clipToGlyphs(of: line, map)
      }
    }
    return masks
  }

  private func masked(
    by masks: ArraySlice<(CGImage, CGRect, CGAffineTransform)>, _ mode: CGBlendMode, _ draw: () -> Void
  ) {
    guard let (image, rect, map) = masks.last else { return draw() }
    let content = canvas.group {
      canvas.setMatrix(.identity)
      masked(by: masks.dropLast(), .normal, draw)
    }
    guard let content else { return }
    defer { call.cairo_pattern_destroy(content) }
    let target = map.concatenating(device)
    guard target.isInvertible,
      let source = try? CairoImageSurface(image, in: space, as: image.isMask ? .mask : .luminance), rect.width != 0,
      rect.height != 0,
      let mask = canvas.pattern(
        source.canvas.surface, source.map(rect, target).inverted(), extends: 3, filter: 1)
    else { return }
    defer { call.cairo_pattern_destroy(mask) }
    var path = Outline()
    path.addRect(rect)
    canvas.setPath(path.mapped(by: target))
    call.cairo_clip(context)
    call.cairo_set_source(context, content)
    // `clear` and `copy` affect only the painted region instead of the whole mask.
    let steps: [CGBlendMode] =
      mode == .clear ? [.destinationOut] : mode == .copy ? [.destinationOut, .plusLighter] : [mode]
    for step in steps {
      canvas.setOperator(step)
      call.cairo_mask(context, mask)
    }
  }
}

extension CGAffineTransform {
  /// The greater length of the two transformed unit vectors.
  var largestScale: Double { max(hypot(a, b), hypot(c, d)) }

  var isInvertible: Bool {
    let determinant = a * d - b * c
    return isFinite && determinant.isFinite && abs(determinant) > 1e-30
  }
}

extension CGRect {
  fileprivate func isWithin(_ other: CGRect) -> Bool { isNull || other.contains(self) }
}

extension Outline {
  /// Whether there are more dashes than are visible. `scale` is the scale of the pen.
  fileprivate func isTooFine(for style: StrokeStyle, _ scale: Double) -> Bool {
    let period = style.dashes.reduce(0, +) * scale
    return !(period > 0 && length / period * Double(style.dashes.count) <= 100_000)
  }

  /// An upper bound of the length: curves count with the length of their control polygons.
  var length: Double { subpaths.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.polygonLength } } }

  /// Returns the intersection of the filled region with a rectangle, as polygons. They follow the rectangle's edges
  /// where the outline was clipped, so winding numbers inside are unchanged.
  ///
  /// Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974.
  package func filled(within rect: CGRect) -> Outline {
    var result = Outline()
    let edges: [(axis: Int, at: Double, sign: Double)] = [
      (0, rect.minX, 1), (0, rect.maxX, -1), (1, rect.minY, 1), (1, rect.maxY, -1),
    ]
    for (points, _) in flattened(tolerance: 0.05) {
      var polygon = points
      for edge in edges {
        var clipped: [Point] = []
        for (index, point) in polygon.enumerated() {
          let before = polygon[(index + polygon.count - 1) % polygon.count]
          let (d0, d1) = ((before[edge.axis] - edge.at) * edge.sign, (point[edge.axis] - edge.at) * edge.sign)
          if (d0 < 0) != (d1 < 0) {
            var cut = before + (point - before) * (d0 / (d0 - d1))
            cut[edge.axis] = edge.at
            clipped.append(cut)
          }
          if d1 >= 0 { clipped.append(point) }
        }
        polygon = clipped
      }
      guard polygon.count > 2 else { continue }
      result.move(to: polygon[0])
      for point in polygon.dropFirst() { result.line(to: point) }
      result.close()
    }
    return result
  }
}

extension Outline.Segment {
  fileprivate var polygonLength: Double {
    isLine ? (to - from).length : (control1 - from).length + (control2 - control1).length + (to - control2).length
  }
}
