import CDrawing
import Foundation
import ImageColor

extension CairoReplay {
  private var call: CDCairo { canvas.call }
  private var context: OpaquePointer { canvas.context }

  /// Sets the source of the next fill, stroke or mask.
  ///
  /// - Parameter area: the bounds of what is painted, on the surface.
  func setSource(_ paint: Paint, _ alpha: Double, over area: CGRect) {
    switch paint {
    case .color(let color):
      let values = (tint ?? color).components(in: space)
      call.cairo_set_source_rgba(context, values.x, values.y, values.z, values.w * alpha)
    case .pattern(let pattern, let color, let phase):
      // Transparent if the pattern cannot be drawn.
      call.cairo_set_source_rgba(context, 0, 0, 0, 0)
      let opacity = alpha * (pattern.isColored ? Double(color?.alpha ?? 1) : 1)
      guard let cells = cells(of: pattern, color, phase, over: area) else { return }
      defer { call.cairo_pattern_destroy(cells) }
      guard opacity < 1 else { return call.cairo_set_source(context, cells) }
      let faded = canvas.group { self.paint(cells, opacity, .normal) }
      guard let faded else { return }
      call.cairo_set_source(context, faded)
      call.cairo_pattern_destroy(faded)
    }
  }

  private func cells(
    of pattern: CGPattern, _ color: CGColor?, _ phase: CGSize, over area: CGRect
  ) -> OpaquePointer? {
    let moved = pattern.matrix.concatenating(CGAffineTransform(translationX: phase.width, y: phase.height))
    let map = moved.concatenating(device)
    guard map.isInvertible, !area.isNull else { return nil }
    var result: OpaquePointer?
    canvas.saving {
      let region = canvas.clipBox.common(with: area.insetBy(dx: -1, dy: -1))
      guard !region.isEmpty else { return }
      var path = Outline()
      path.addRect(region)
      canvas.setPath(path)
      call.cairo_clip(context)
      budget.nest {
        result = canvas.group { drawCells(of: pattern, color, moved, over: region.applying(map.inverted())) }
      }
    }
    return result
  }

  private func drawCells(of pattern: CGPattern, _ color: CGColor?, _ map: CGAffineTransform, over area: CGRect) {
    let (step, bounds) = (pattern.step, pattern.bounds)
    let left = ((area.minX - bounds.maxX) / step.width).rounded(.down)
    let right = ((area.maxX - bounds.minX) / step.width).rounded(.up)
    let low = ((area.minY - bounds.maxY) / step.height).rounded(.down)
    let high = ((area.maxY - bounds.minY) / step.height).rounded(.up)
    // Larger indices lose the integer precision of the offsets.
    guard [left, right, low, high].allSatisfy({ abs($0) < 1e9 }) else { return }
    let count = (right - left + 1) * (high - low + 1)
    // More cells than this are too small to be visible.
    guard count * Double(max(pattern.cell.commands.count, 1)) <= 1e6 else { return }
    for row in Int(low)...Int(high) {
      for column in Int(left)...Int(right) {
        let offset = CGAffineTransform(translationX: Double(column) * step.width, y: Double(row) * step.height)
        var cell = inner(offset.concatenating(map))
        if !pattern.isColored { cell.tint = color }
        cell.draw(pattern.cell)
      }
    }
  }

  // MARK: Images

  func draw(
    _ image: CGImage, _ rect: CGRect, _ map: CGAffineTransform, _ quality: CGInterpolationQuality, _ color: Paint,
    _ alpha: Double, _ mode: CGBlendMode
  ) {
    guard map.isInvertible, rect.width > 0, rect.height > 0,
      let bitmap = try? CairoImageSurface(image, in: space, as: image.isMask ? .mask : .colors)
    else { return }
    let toImage = bitmap.map(rect, map)
    guard toImage.isInvertible,
      let source = canvas.pattern(
        bitmap.canvas.surface, toImage.inverted(), extends: isDocument ? 0 : 3, filter: quality.cairoFilter)
    else { return }
    defer { call.cairo_pattern_destroy(source) }
    var path = Outline()
    path.addRect(rect)
    canvas.setPath(path.mapped(by: map).filledIfFar(within: extent))
    call.cairo_set_fill_rule(context, 0)
    if image.isMask {
      call.cairo_clip(context)
      setSource(color, alpha, over: rect.applying(map))
      canvas.setOperator(mode)
      call.cairo_mask(context, source)
    } else if alpha < 1 || mode.needsClip {
      call.cairo_clip(context)
      paint(source, alpha, mode)
    } else {
      call.cairo_set_source(context, source)
      canvas.setOperator(mode)
      call.cairo_fill(context)
    }
  }

  // MARK: Gradients

  func draw(
    _ gradient: CGGradient, _ shape: GradientShape, _ options: CGGradientDrawingOptions, _ map: CGAffineTransform,
    _ alpha: Double, _ mode: CGBlendMode
  ) {
    guard map.isInvertible else { return }
    let stops = gradient.stops(in: space)
    let source: OpaquePointer?
    switch shape {
    case .axial(let start, let end):
      if start == end { return drawFlat(stops, options, alpha, mode) }
      source = call.cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial(let start, let r0, let end, let r1):
      if start == end, r0 == r1 { return }
      source = call.cairo_pattern_create_radial(start.x, start.y, r0, end.x, end.y, r1)
    case .conic(let center, let angle): return drawConic(stops, center, angle, map, alpha, mode)
    }
    guard let source else { return }
    defer { call.cairo_pattern_destroy(source) }
    canvas.withMatrix(map.inverted()) { call.cairo_pattern_set_matrix(source, $0) }
    // Sides that are not painted are transparent from the end on.
    if !options.contains(.drawsBeforeStartLocation) { add(stops[0], clear: true, at: 0, to: source) }
    if stops[0].location > 0 { add(stops[0], at: 0, to: source) }
    for stop in stops { add(stop, at: stop.location, to: source) }
    let last = stops[stops.count - 1]
    if last.location < 1 { add(last, at: 1, to: source) }
    if !options.contains(.drawsAfterEndLocation) { add(last, clear: true, at: 1, to: source) }
    call.cairo_pattern_set_extend(source, options.isEmpty ? 0 : 3)
    paint(source, alpha, mode)
  }

  private func add(_ stop: CGGradient.Stop, clear: Bool = false, at location: Double, to source: OpaquePointer) {
    let color = stop.color
    call.cairo_pattern_add_color_stop_rgba(source, location, color.x, color.y, color.z, clear ? 0 : color.w)
  }

  /// Paints a gradient of length zero: all of the plane is after its end.
  private func drawFlat(
    _ stops: [CGGradient.Stop], _ options: CGGradientDrawingOptions, _ alpha: Double, _ mode: CGBlendMode
  ) {
    guard options.contains(.drawsAfterEndLocation), let color = stops.last?.color else { return }
    call.cairo_set_source_rgba(context, color.x, color.y, color.z, color.w * alpha)
    canvas.setOperator(mode)
    call.cairo_paint_with_alpha(context, 1)
  }

  /// Computes the gradient for each pixel: cairo has no conic gradient.
  private func drawConic(
    _ stops: [CGGradient.Stop], _ center: CGPoint, _ angle: Double, _ map: CGAffineTransform, _ alpha: Double,
    _ mode: CGBlendMode
  ) {
    let extents = canvas.clipExtents
    let (left, top) = (extents.left.rounded(.down), extents.top.rounded(.down))
    let size = (extents.right.rounded(.up) - left, extents.bottom.rounded(.up) - top)
    guard size.0 > 0, size.1 > 0 else { return }
    let scale = min(resolution, 8000 / max(size.0, size.1))
    guard
      let image = try? CairoCanvas.image(
        width: Int((size.0 * scale).rounded(.up)), height: Int((size.1 * scale).rounded(.up))),
      let data = call.cairo_image_surface_get_data(image.surface)
    else { return }
    let stride = Int(call.cairo_image_surface_get_stride(image.surface))
    let toPlane = CGAffineTransform(a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: left, ty: top)
      .concatenating(map.inverted())
    // Enough steps that two adjacent ones differ by less than half of an 8-bit value where colours change slowly.
    let ramp = (0..<4096).map { step -> SIMD4<UInt8> in
      let color = CGGradient.color(at: (Double(step) + 0.5) / 4096, in: stops)
      let bytes = (SIMD4(color.z, color.y, color.x, 1) * (color.w * 255)).rounded(.toNearestOrAwayFromZero)
      return SIMD4<UInt8>(clamping: SIMD4<Int>(bytes.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))))
    }
    for y in 0..<Int((size.1 * scale).rounded(.up)) {
      for x in 0..<Int((size.0 * scale).rounded(.up)) {
        let offset = toPlane.applied([Double(x) + 0.5, Double(y) + 0.5]) - center.vector
        let turns = (atan2(offset.y, offset.x) - angle) / (2 * .pi)
        let fraction = turns - turns.rounded(.down)
        let color = fraction.isNaN ? .zero : ramp[min(Int(fraction * 4096), 4095)]
        for index in 0..<4 { data[y * stride + 4 * x + index] = color[index] }
      }
    }
    call.cairo_surface_mark_dirty(image.surface)
    let toImage = CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -left * scale, ty: -top * scale)
    guard let source = canvas.pattern(image.surface, toImage, extends: 3, filter: 1) else { return }
    paint(source, alpha, mode)
    call.cairo_pattern_destroy(source)
  }
}

extension CGInterpolationQuality {
  /// The cairo_filter_t.
  fileprivate var cairoFilter: UInt32 {
    switch self {
    case .default, .medium: 1
    case .none: 3
    case .low: 4
    case .high: 2
    }
  }
}

extension Outline {
  /// Returns the outline, clipped to a region around the surface if it exceeds cairo's coordinates.
  fileprivate func filledIfFar(within extent: CGRect) -> Outline {
    let box = bounds(withControls: true)
    return Swift.max(abs(box.minX), abs(box.maxX), abs(box.minY), abs(box.maxY)) < 1e6
      ? self : filled(within: extent.insetBy(dx: -100, dy: -100))
  }
}
