import CoreGraphics
import Foundation
import ImageGraph
import LayerTime

extension CALayer {
  /// Draws the model tree into a context, in the layer's own space: its own position and transform do not count. The
  /// simple way, for printing and small pictures.
  ///
  /// Boxes, contents, shapes, gradients, shadows (of a box of 2 `shadowRadius` as `CGContext` blurs), opacity and
  /// `masksToBounds` are drawn; filters, masks, blending of colours, depth, `shadowPath`, corners of contents in parts,
  /// emitters and copies are not. Nothing is displayed or laid out first.
  public func render(in ctx: CGContext) { SimpleRendering(context: ctx).draw(self, depth: 0) }
}

private struct SimpleRendering {
  let context: CGContext

  func draw(_ layer: CALayer, depth: Int) {
    let opacity = min(max(layer.opacity, 0), 1)
    guard !layer.isHidden, opacity > 0, depth < SceneLayer.deepest else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let shadow = LayerShadow(SceneLayer(shallow: layer)) {
      let way = shadow.offset.applying(context.ctm)
      let scale = CGSize(width: 1, height: 0).applying(context.ctm)
      let length = (scale.width * scale.width + scale.height * scale.height).squareRoot()
      context.setShadow(offset: way, blur: CGFloat(2 * shadow.radius) * length, color: shadow.color)
    }
    context.setAlpha(CGFloat(opacity))
    let isGroup = opacity < 1 || layer.shadowOpacity > 0
    if isGroup { context.beginTransparencyLayer(auxiliaryInfo: nil) }
    let shape = path(layer, inset: 0)
    if layer.masksToBounds {
      context.addPath(shape)
      context.clip()
    }
    drawBox(layer, shape)
    for child in layer.drawingOrder { drawChild(child, in: layer, depth) }
    drawBorder(layer, shape)
    if isGroup { context.endTransparencyLayer() }
  }

  private func drawBox(_ layer: CALayer, _ shape: CGPath) {
    if let color = layer.backgroundColor {
      context.setFillColor(color)
      context.addPath(shape)
      context.fillPath()
    }
    if let gradient = layer as? CAGradientLayer { draw(gradient, shape) }
    if let image = layer.contents as? CGImage { draw(image, in: layer) }
    if let shaped = layer as? CAShapeLayer { draw(shaped) }
  }

  private func drawChild(_ child: CALayer, in layer: CALayer, _ depth: Int) {
    let map = PlaneMap(child.geometry.placement.followed(by: layer.geometry.sublayerPlacement))
    guard let affine = map.affine else { return }
    context.saveGState()
    context.concatenate(affine)
    draw(child, depth: depth + 1)
    context.restoreGState()
  }

  private func drawBorder(_ layer: CALayer, _ shape: CGPath) {
    let bounds = layer.bounds
    let width = min(layer.borderWidth, min(bounds.width, bounds.height) / 2)
    guard width > 0, let color = layer.borderColor else { return }
    context.setFillColor(color)
    context.addPath(shape)
    context.addPath(path(layer, inset: width))
    context.fillPath(using: .evenOdd)
  }

  private func path(_ layer: CALayer, inset: CGFloat) -> CGPath {
    let rect = layer.bounds.insetBy(dx: inset, dy: inset)
    guard !rect.isNull else { return CGPath() }
    let radius = min(max(layer.cornerRadius, 0), min(layer.bounds.width, layer.bounds.height) / 2)
    return CGPath(
      roundedRect: rect, cornerWidth: max(radius - inset, 0), cornerHeight: max(radius - inset, 0), transform: nil)
  }

  private func draw(_ image: CGImage, in layer: CALayer) {
    let part = layer.contentsRect
    let pixels = CGRect(
      x: part.minX * CGFloat(image.width), y: (1 - part.maxY) * CGFloat(image.height),
      width: part.width * CGFloat(image.width), height: part.height * CGFloat(image.height))
    let scale = layer.contentsScale
    guard scale > 0, let shown = image.cropping(to: pixels) else { return }
    let size = CGSize(width: pixels.width / scale, height: pixels.height / scale)
    let rect = layer.contentsGravity.rect(for: size, in: layer.bounds)
    context.saveGState()
    // Upright for the viewer, also below flipped layers.
    if layer.superlayer?.contentsAreFlipped() == true {
      context.translateBy(x: 0, y: rect.minY + rect.maxY)
      context.scaleBy(x: 1, y: -1)
    }
    context.draw(shown, in: rect)
    context.restoreGState()
  }

  private func draw(_ layer: CAShapeLayer) {
    guard let path = layer.path else { return }
    if let color = layer.fillColor {
      context.setFillColor(color)
      context.addPath(path)
      context.fillPath(using: layer.fillRule == .evenOdd ? .evenOdd : .winding)
    }
    guard let color = layer.strokeColor, layer.lineWidth > 0, layer.strokeStart < layer.strokeEnd else { return }
    context.saveGState()
    context.setStrokeColor(color)
    context.setLineWidth(layer.lineWidth)
    context.setMiterLimit(layer.miterLimit)
    context.setLineCap(layer.lineCap == .round ? .round : layer.lineCap == .square ? .square : .butt)
    context.setLineJoin(layer.lineJoin == .round ? .round : layer.lineJoin == .bevel ? .bevel : .miter)
    context.setLineDash(
      phase: layer.lineDashPhase, lengths: (layer.lineDashPattern ?? []).map { CGFloat($0.doubleValue) })
    let trimmed = path.outline.trimmed(from: Double(layer.strokeStart), to: Double(layer.strokeEnd))
    context.addPath(CGPath(trimmed))
    context.strokePath()
    context.restoreGState()
  }

  private func draw(_ layer: CAGradientLayer, _ shape: CGPath) {
    let colors = (layer.colors ?? []).compactMap { CGColor.reading($0) }
    let places = layer.locations.map { $0.map { CGFloat($0.doubleValue) } }
    let all = colors.map { $0.components(in: .sRGB) }.flatMap { [$0.x, $0.y, $0.z, $0.w].map { CGFloat($0) } }
    let usable = places?.count == colors.count ? places : nil
    guard !colors.isEmpty,
      let gradient = CGGradient(
        colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: all, locations: usable, count: colors.count)
    else { return }
    let bounds = layer.bounds
    func place(_ p: CGPoint) -> CGPoint {
      CGPoint(x: bounds.minX + p.x * bounds.width, y: bounds.minY + p.y * bounds.height)
    }
    let (start, end) = (place(layer.startPoint), place(layer.endPoint))
    context.saveGState()
    context.addPath(shape)
    context.clip()
    let ends: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    switch layer.type {
    case .radial:
      let (rx, ry) = (abs(end.x - start.x), abs(end.y - start.y))
      if rx > 0, ry > 0 {
        context.translateBy(x: start.x, y: start.y)
        context.scaleBy(x: rx, y: ry)
        context.drawRadialGradient(
          gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1, options: ends)
      }
    case .conic:
      let angle = atan2(Double(end.y - start.y), Double(end.x - start.x))
      context.drawConicGradient(gradient, center: start, angle: CGFloat(angle))
    default: context.drawLinearGradient(gradient, start: start, end: end, options: ends)
    }
    context.restoreGState()
  }
}

extension SceneLayer {
  /// The layer alone.
  fileprivate convenience init(shallow layer: CALayer) {
    let keys = [
      LayerProperties.shadowOpacity.key, LayerProperties.shadowColor.key, LayerProperties.shadowRadius.key,
      LayerProperties.shadowOffset.key,
    ]
    let values = keys.compactMap { key in layer.stored(key).map { (key, $0) } }
    self.init(
      kind: PlainLayer.self, values: Dictionary(values) { $1 }, sublayers: [], mask: nil, pictures: layer.pictures)
  }
}
