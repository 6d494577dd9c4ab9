import CDrawing
import Foundation

extension CairoReplay {
  /// Draws the shadow alone. The object is drawn separately, without clip, as far as its shadow is visible.
  func drawShadow(of command: DrawingCommand, _ shadow: Shadow, _ mode: CGBlendMode) {
    let call = canvas.call
    let clipped = visible.common(with: command.compositing.clip?.bounds ?? visible)
    let source = command.ownBounds(within: shadow.source(of: clipped))
    let color = (tint ?? shadow.color).components(in: space)
    guard !source.isEmpty, color.w > 0 else { return }
    let margin = 1.5 * shadow.blur + 2
    let area = source.insetBy(dx: -margin, dy: -margin)
    // Pixels for a unit of the base space; the shadow is drawn axis-aligned there.
    let factor = sqrt(abs(device.a * device.d - device.b * device.c)) * resolution
    // With a deviation of 16 pixels a Gaussian is so smooth that bilinear interpolation is invisible. So the cost of
    // wide shadows is bounded.
    let scale = min(factor, 8000 / max(area.width, area.height), 32 / max(shadow.blur, 1e-9))
    // Whole pixels of the base space, so that an axis-aligned target needs no resampling.
    let (left, top) = ((area.minX * scale).rounded(.down), (-area.maxY * scale).rounded(.down))
    let width = (area.maxX * scale).rounded(.up) - left
    let height = (-area.minY * scale).rounded(.up) - top
    guard width >= 1, height >= 1, width < 32_000, height < 32_000,
      let image = try? CairoCanvas.image(width: Int(width), height: Int(height)),
      let data = call.cairo_image_surface_get_data(image.surface)
    else { return }
    let toImage = CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: -left, ty: -top)
    var caster = CairoReplay(
      image, device: toImage, extent: CGRect(x: 0, y: 0, width: width, height: height), space: space)
    caster.budget = budget
    caster.tint = tint
    var bare = command
    (bare.compositing.shadow, bare.compositing.clip, bare.compositing.blendMode) = (nil, nil, .normal)
    budget.nest { caster.draw(bare) }
    call.cairo_surface_flush(image.surface)
    let stride = Int(call.cairo_image_surface_get_stride(image.surface))
    blurAlpha(data, Int(width), Int(height), stride, deviation: shadow.blur / 2 * scale)
    call.cairo_surface_mark_dirty(image.surface)

    let moved = CGAffineTransform(translationX: -shadow.offset.width, y: -shadow.offset.height)
    let toShadow = device.inverted().concatenating(moved).concatenating(toImage)
    guard let mask = canvas.pattern(image.surface, toShadow, extends: 0, filter: 4) else { return }
    call.cairo_set_source_rgba(canvas.context, color.x, color.y, color.z, color.w)
    canvas.setOperator(mode == .clear || mode == .copy ? .normal : mode)
    call.cairo_mask(canvas.context, mask)
    call.cairo_pattern_destroy(mask)
  }

  /// Blurs the alpha of pixels with 32 bits; the colours become 0.
  private func blurAlpha(
    _ data: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int, deviation: Double
  ) {
    var alpha = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height { for x in 0..<width { alpha[y * width + x] = data[y * stride + 4 * x + 3] } }
    if deviation > 0.05 { _ = cd_blur(&alpha, Int32(width), Int32(height), Int32(width), deviation) }
    for y in 0..<height {
      for x in 0..<width {
        for index in 0..<3 { data[y * stride + 4 * x + index] = 0 }
        data[y * stride + 4 * x + 3] = alpha[y * width + x]
      }
    }
  }
}
