import CoreImage
import Foundation
import ImageColor
import ImageGraph

/// Converts drawing commands to recipes: coverage becomes alpha images, everything else nodes.
struct RecipeReplay {
  /// The bounds in whole pixels, from the origin on.
  let area: CGRect
  /// The transform from the base space of the commands to pixels.
  var base = CGAffineTransform.identity
  /// Replaces all colours.
  var tint: CGColor?
  private let budget = Budget()

  /// A limit of the number of drawn commands, since lists can be nested.
  private final class Budget {
    private var commands = 10_000
    var depth = 0

    func take() -> Bool {
      commands -= 1
      if commands == 0 {
        RenderLog.process.note(
          "CIImage(size:scale:drawing:): a drawing may have at most 10000 commands; later ones are omitted")
      }
      return commands > 0 && depth < 100
    }
  }

  init(_ area: CGRect) { self.area = area }

  /// A source with its coverage.
  struct Painted {
    /// Premultiplied; may be infinite.
    var paint: CIImage
    /// Alpha only; nil: the coverage of the paint's own alpha.
    var coverage: CIImage?

    var image: CIImage { coverage.map { paint.within($0) } ?? paint }
  }

  func image(of list: DisplayList) -> CIImage {
    budget.depth += 1
    defer { budget.depth -= 1 }
    return list.commands.reduce(.empty()) { below, command in drawn(command, over: below) }
  }

  /// Returns a replay for a list in a plane of its own.
  func inner(_ map: CGAffineTransform) -> RecipeReplay {
    var inner = self
    inner.base = map.concatenating(base)
    return inner
  }

  private func drawn(_ command: DrawingCommand, over below: CIImage) -> CIImage {
    guard budget.take(), abs(base.a * base.d - base.b * base.c) > 1e-30 else { return below }
    let compositing = command.compositing
    let clip = compositing.clip.map { mask(of: $0) }
    var result = below
    for var part in painted(command) {
      if compositing.alpha < 1 { part.paint = part.paint.faded(compositing.alpha) }
      if let shadow = compositing.shadow {
        let cast = self.shadow(shadow, of: part.image)
        let mode = [.clear, .copy].contains(compositing.blendMode) ? CGBlendMode.normal : compositing.blendMode
        result = mode.blended(Painted(paint: cast, coverage: clip), over: result)
      }
      if let clip { part.coverage = part.coverage.map { $0.within(clip) } ?? clip }
      result = compositing.blendMode.blended(part, over: result)
    }
    return result.cropped(to: area)
  }

  // MARK: Content

  private func painted(_ command: DrawingCommand) -> [Painted] {
    let isSmooth = command.compositing.isAntialiased
    switch command.content {
    case .fill(let outline, let rule, let paint):
      let path = outline.mapped(by: base)
      return covered(path.bounds(withControls: true), isSmooth, paint) { context in
        context.addPath(CGPath(path))
        context.fillPath(using: rule)
      }
    case .stroke(let outline, let style, let pen, let paint):
      return line(style, pen, paint, isSmooth) { context, pen in
        context.addPath(CGPath(outline.mapped(by: base.concatenating(pen.inverted()))))
        context.strokePath()
      }
    case .image(let image, let rect, let map, let quality, let paint):
      return drawn(image, rect, map.concatenating(base), quality, paint)
    case .gradient(let shape, let gradient, let options, let map):
      let pixels = GradientPixels(gradient, shape, options, map.concatenating(base))
      return pixels.image(over: area).map { [Painted(paint: $0)] } ?? []
    case .text(let text, let map, let mode, let fill, let style, let pen, let stroke):
      var parts: [Painted] = []
      if [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(mode) {
        parts += covered(area, isSmooth, fill) { $0.show(text, map.concatenating(base), .fill) }
      }
      if [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(mode) {
        parts += line(style, pen, stroke, isSmooth) { context, pen in
          context.show(text, map.concatenating(base).concatenating(pen.inverted()), .stroke)
        }
      }
      return parts
    case .group(let list, let map): return [Painted(paint: inner(map).image(of: list))]
    }
  }

  /// - Parameter draw: draws in the plane of the pen. Its argument is the transform to pixels.
  private func line(
    _ style: StrokeStyle, _ pen: CGAffineTransform, _ paint: Paint, _ isSmooth: Bool,
    _ draw: (CGContext, CGAffineTransform) -> Void
  ) -> [Painted] {
    let pen = pen.concatenating(base)
    guard abs(pen.a * pen.d - pen.b * pen.c) > 1e-30 else { return [] }
    return covered(area, isSmooth, paint) { context in
      context.concatenate(pen)
      context.set(style)
      draw(context, pen)
    }
  }

  private func drawn(
    _ image: CGImage, _ rect: CGRect, _ map: CGAffineTransform, _ quality: CGInterpolationQuality, _ paint: Paint
  ) -> [Painted] {
    guard rect.width > 0, rect.height > 0 else { return [] }
    if image.isMask {
      return covered(rect.applying(map), true, paint) { context in
        context.interpolationQuality = quality
        context.concatenate(map)
        context.draw(image, in: rect)
      }
    }
    let stretch = CGAffineTransform(
      a: rect.width / CGFloat(image.width), b: 0, c: 0, d: rect.height / CGFloat(image.height), tx: rect.minX,
      ty: rect.minY)
    let source = CIImage(cgImage: image)
    let sampled = quality == .none || !image.shouldInterpolate ? source.samplingNearest() : source
    // Clamping avoids transparent edges; the coverage clips the outside.
    let moved = sampled.clampedToExtent().transformed(by: stretch.concatenating(map))
    return [
      Painted(
        paint: moved,
        coverage: coverage(rect.applying(map), true) { context in
          context.concatenate(map)
          context.fill(rect)
        })
    ]
  }

  private func covered(
    _ bounds: CGRect, _ isSmooth: Bool, _ paint: Paint, _ draw: (CGContext) -> Void
  ) -> [Painted] {
    guard let coverage = coverage(bounds, isSmooth, draw) else { return [] }
    switch paint {
    case .color(let color):
      return [Painted(paint: CIImage(color: CIColor(cgColor: tint ?? color)), coverage: coverage)]
    case .pattern(let pattern, let color, let phase):
      let cells = cells(of: pattern, color, phase, over: coverage.extent)
      return cells.map { [Painted(paint: $0, coverage: coverage)] } ?? []
    }
  }

  private func cells(of pattern: CGPattern, _ color: CGColor?, _ phase: CGSize, over bounds: CGRect) -> CIImage? {
    let moved = pattern.matrix.concatenating(CGAffineTransform(translationX: phase.width, y: phase.height))
    let map = moved.concatenating(base)
    guard abs(map.a * map.d - map.b * map.c) > 1e-30 else { return nil }
    let region = bounds.applying(map.inverted())
    let left = ((region.minX - pattern.bounds.maxX) / pattern.step.width).rounded(.down)
    let right = ((region.maxX - pattern.bounds.minX) / pattern.step.width).rounded(.up)
    let low = ((region.minY - pattern.bounds.maxY) / pattern.step.height).rounded(.down)
    let high = ((region.maxY - pattern.bounds.minY) / pattern.step.height).rounded(.up)
    // Larger indices lose the integer precision of the offsets.
    guard [left, right, low, high].allSatisfy({ abs($0) < 1e9 }) else { return nil }
    guard (right - left + 1) * (high - low + 1) <= 1000 else {
      RenderLog.process.note(
        "CIImage(size:scale:drawing:): a pattern may have at most 1000 visible cells; it is omitted")
      return nil
    }
    var result = CIImage.empty()
    for row in Int(low)...Int(high) {
      for column in Int(left)...Int(right) {
        let offset = CGAffineTransform(
          translationX: CGFloat(column) * pattern.step.width, y: CGFloat(row) * pattern.step.height)
        var cell = inner(offset.concatenating(moved))
        if !pattern.isColored { cell.tint = color }
        result = cell.image(of: pattern.cell).composited(over: result)
      }
    }
    return pattern.isColored ? result.faded(color?.alpha ?? 1) : result
  }

  // MARK: Coverage

  /// Returns the alpha of what `draw` paints in black; nil if the bounds are empty or cairo is missing.
  ///
  /// - Parameter bounds: the bounds of the drawing, in pixels.
  private func coverage(_ bounds: CGRect, _ isSmooth: Bool, _ draw: (CGContext) -> Void) -> CIImage? {
    let box = bounds.insetBy(dx: -2, dy: -2).integral.common(with: area)
    guard !box.isEmpty,
      let context = CGContext(
        data: nil, width: Int(box.width), height: Int(box.height), bitsPerComponent: 8, bytesPerRow: 0, space: nil,
        bitmapInfo: CGImageAlphaInfo.alphaOnly.rawValue)
    else { return nil }
    context.translateBy(x: -box.minX, y: -box.minY)
    context.setShouldAntialias(isSmooth)
    draw(context)
    guard let mask = context.makeImage() else { return nil }
    return CIImage(cgImage: mask).transformed(by: CGAffineTransform(translationX: box.minX, y: box.minY))
  }

  /// Returns the coverage of a clip; empty if it cannot be drawn.
  private func mask(of clip: Clip) -> CIImage {
    let mask = coverage(clip.bounds.applying(base), true) { context in
      for shape in clip.shapes {
        switch shape {
        case .outline(let outline, let rule, let isAntialiased):
          context.setShouldAntialias(isAntialiased)
          context.addPath(CGPath(outline.mapped(by: base)))
          context.clip(using: rule)
        case .mask(let image, let rect, let map):
          let map = map.concatenating(base)
          context.concatenate(map)
          context.clip(to: rect, mask: image)
          context.concatenate(map.inverted())
        case .text(let line, let map): context.show(line, map.concatenating(base), .clip)
        }
      }
      context.fill(area)
    }
    return mask ?? .empty()
  }

  /// Returns a shadow alone; its offset and blur are in the base space of the commands.
  private func shadow(_ shadow: Shadow, of image: CIImage) -> CIImage {
    let scale = sqrt(abs(base.a * base.d - base.b * base.c))
    let offset = shadow.offset.applying(base)
    let color = CIImage(color: CIColor(cgColor: tint ?? shadow.color))
    // Content outside of the area casts its shadow into it.
    let cast = color.within(image.cropped(to: area.insetBy(dx: -2000, dy: -2000)))
    return (shadow.blur > 0 ? cast.applyingGaussianBlur(sigma: shadow.blur / 2 * scale) : cast)
      .transformed(by: CGAffineTransform(translationX: offset.width, y: offset.height))
  }
}

extension CIImage {
  /// Returns the image multiplied by the alpha of another image.
  func within(_ mask: CIImage) -> CIImage {
    applyingFilter("CISourceInCompositing", parameters: [kCIInputBackgroundImageKey: mask])
  }

  /// Returns the image with colours and alpha multiplied by a number.
  func faded(_ alpha: CGFloat) -> CIImage {
    alpha >= 1 ? self : within(CIImage(color: CIColor(red: 0, green: 0, blue: 0, alpha: alpha)))
  }
}

extension CGContext {
  fileprivate func set(_ style: StrokeStyle) {
    setLineWidth(style.width)
    setLineCap(style.cap)
    setLineJoin(style.join)
    setMiterLimit(style.miterLimit)
    setLineDash(phase: style.dashPhase, lengths: style.dashes.map { CGFloat($0) })
  }

  fileprivate func show(_ line: TextLine, _ map: CGAffineTransform, _ mode: CGTextDrawingMode) {
    setTextDrawingMode(mode)
    textMatrix = map
    showText(line)
    textMatrix = .identity
  }
}
