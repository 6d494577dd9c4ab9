import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

extension CALayer {
  /// Draws the model tree into a context, in the layer's own coordinates: its position and transform are ignored. This
  /// is the basic renderer for printing and small images.
  ///
  /// It draws boxes, contents, shapes, gradients, shadows (of a box of 2 `shadowRadius`, as `CGContext` blurs), opacity
  /// and `masksToBounds`. It does not draw filters, masks, colour blending, depth, `shadowPath`, single rounded corners
  /// of contents, emitters and replicas. It does not display or lay out layers first.
  public func render(in ctx: CGContext) { SimpleRendering(context: ctx).draw(self, depth: 0) }
}

struct SimpleRendering {
  let context: CGContext
  /// The printer, if the destination is a page.
  var printer: LayerPrinter?

  func draw(_ layer: CALayer, depth: Int) {
    let opacity = min(max(layer.opacity, 0), 1)
    guard !layer.isHidden, opacity > 0, depth < SceneLayer.maximumDepth else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let shadow = LayerShadow(SceneLayer(shallow: layer)) {
      let offset = shadow.offset.applying(context.ctm)
      context.setShadow(offset: offset, blur: CGFloat(2 * shadow.radius) * scale, color: shadow.color)
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
    drawBorder(layer)
    if isGroup { context.endTransparencyLayer() }
  }

  private func drawBox(_ layer: CALayer, _ shape: CGPath) {
    if let color = layer.backgroundColor {
      context.setFillColor(color)
      context.addPath(backgroundPath(layer))
      context.fillPath()
    }
    if let gradient = layer as? CAGradientLayer { draw(gradient, shape) }
    drawContents(layer)
    if let shaped = layer as? CAShapeLayer { draw(shaped) }
  }

  private func drawContents(_ layer: CALayer) {
    if let printer, printer.drawsContents(of: layer, into: context) { return }
    guard let contents = layer.contents else { return }
    if let image = contents as? CGImage { return draw(image, in: layer) }
    guard let image = CIImage(contents: contents), !image.extent.isEmpty, !image.extent.isInfinite,
      let pixels = PlatformImage.renderer.createCGImage(image, from: image.extent)
    else { return }
    draw(pixels, in: layer)
  }

  /// Draws a layer in its superspace.
  func drawRoot(_ layer: CALayer) { drawChild(layer, in: nil, 0) }

  private func drawChild(_ child: CALayer, in layer: CALayer?, _ depth: Int) {
    guard !child.isHidden, child.opacity > 0 else { return }
    if let printer, printer.drawsImage(of: child, in: layer, into: context) { return }
    let map = PlaneMap(
      layer.map { child.geometry.placement.followed(by: $0.geometry.sublayerPlacement) } ?? child.geometry.placement)
    guard let affine = map.affine else { return }
    context.saveGState()
    context.concatenate(affine)
    draw(child, depth: depth + 1)
    context.restoreGState()
  }

  private func drawBorder(_ layer: CALayer) {
    guard let stroke = stroke(layer) else { return }
    context.setFillColor(stroke.color)
    context.addPath(outline(layer, inset: 0))
    context.addPath(path(layer, inset: CGFloat(stroke.width) / scale))
    context.fillPath(using: .evenOdd)
  }

  private func stroke(_ layer: CALayer) -> BorderStroke? {
    let size = layer.bounds.size
    return BorderStroke(
      Double(layer.borderWidth * scale), layer.borderColor, in: Double(min(size.width, size.height) * scale))
  }

  /// Returns the path that the background colour fills.
  private func backgroundPath(_ layer: CALayer) -> CGPath {
    outline(layer, inset: stroke(layer).map { CGFloat($0.backgroundInset) / scale } ?? 0)
  }

  /// Returns the outer edge of background and border, inset by a length; all of the bounds if these clip the layer.
  private func outline(_ layer: CALayer, inset: CGFloat) -> CGPath {
    guard layer.masksToBounds, layer.shadowOpacity <= 0 else { return path(layer, inset: inset) }
    return CGPath(rect: layer.bounds.insetBy(dx: inset, dy: inset), transform: nil)
  }

  /// The number of context pixels per point.
  private var scale: CGFloat {
    let unit = CGSize(width: 1, height: 0).applying(context.ctm)
    return (unit.width * unit.width + unit.height * unit.height).squareRoot()
  }

  private func path(_ layer: CALayer, inset: CGFloat) -> CGPath {
    let rect = layer.bounds.insetBy(dx: inset, dy: inset)
    guard !rect.isNull else { return CGPath() }
    let radius = max(min(max(layer.cornerRadius, 0), min(layer.bounds.width, layer.bounds.height) / 2) - inset, 0)
    if layer.cornerCurve == .continuous, let smooth = CGPath(continuous: rect, radius: radius, layer.maskedCorners) {
      return smooth
    }
    return CGPath(roundedRect: rect, radius: radius, corners: layer.maskedCorners)
  }

  private func draw(_ image: CGImage, in layer: CALayer) {
    let part = layer.contentsRect
    let pixels = CGRect(
      x: part.minX * CGFloat(image.width), y: (1 - part.maxY) * CGFloat(image.height),
      width: part.width * CGFloat(image.width), height: part.height * CGFloat(image.height))
    let scale = layer.contentsScale
    guard scale > 0, let cropped = image.cropping(to: pixels) else { return }
    let size = CGSize(width: pixels.width / scale, height: pixels.height / scale)
    let rect = layer.contentsGravity.rect(for: size, in: layer.bounds)
    context.saveGState()
    // Upright for the viewer, also in flipped layers.
    if layer.superlayer?.contentsAreFlipped() == true {
      context.translateBy(x: 0, y: rect.minY + rect.maxY)
      context.scaleBy(x: 1, y: -1)
    }
    context.draw(cropped, in: rect)
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
    let locations = layer.locations.map { $0.map { CGFloat($0.doubleValue) } }
    let all = colors.map { $0.components(in: .sRGB) }.flatMap { [$0.x, $0.y, $0.z, $0.w].map { CGFloat($0) } }
    let usable = locations?.count == colors.count ? locations : nil
    guard !colors.isEmpty,
      let gradient = CGGradient(
        colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: all, locations: usable, count: colors.count)
    else { return }
    let bounds = layer.bounds
    func point(_ p: CGPoint) -> CGPoint {
      CGPoint(x: bounds.minX + p.x * bounds.width, y: bounds.minY + p.y * bounds.height)
    }
    let (start, end) = (point(layer.startPoint), point(layer.endPoint))
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

extension CGPath {
  /// Creates a rectangle with continuous corners; nil if they do not fit, or no corner is rounded.
  fileprivate convenience init?(continuous rect: CGRect, radius: CGFloat, _ corners: CACornerMask) {
    let size = SIMD2(Double(rect.width), Double(rect.height))
    guard radius > 0, !corners.isEmpty, ContinuousCorner.fits(radius: Double(radius), in: size) else { return nil }
    let outline = ContinuousCorner.outline(size, radius: Double(radius), corners: corners.rawValue)
    var toRect = CGAffineTransform(translationX: rect.minX, y: rect.minY)
    guard let moved = outline.copy(using: &toRect) else { return nil }
    self.init(moved.outline)
  }

  /// - Parameter corners: the rounded corners.
  fileprivate convenience init(roundedRect rect: CGRect, radius: CGFloat, corners: CACornerMask) {
    let all: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner]
    guard radius > 0, !corners.isSuperset(of: all) else {
      self.init(roundedRect: rect, cornerWidth: radius, cornerHeight: radius, transform: nil)
      return
    }
    let (bottomLeft, topRight) = (CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY))
    let points: [(CACornerMask, CGPoint)] = [
      (.layerMinXMinYCorner, bottomLeft), (.layerMaxXMinYCorner, CGPoint(x: topRight.x, y: bottomLeft.y)),
      (.layerMaxXMaxYCorner, topRight), (.layerMinXMaxYCorner, CGPoint(x: bottomLeft.x, y: topRight.y)),
    ]
    let path = CGMutablePath()
    path.move(to: CGPoint(x: rect.minX, y: rect.midY))
    for (index, corner) in points.enumerated() {
      let next = index < 3 ? points[index + 1].1 : CGPoint(x: rect.minX, y: rect.midY)
      if corners.contains(corner.0) {
        path.addArc(tangent1End: corner.1, tangent2End: next, radius: radius)
      } else {
        path.addLine(to: corner.1)
      }
    }
    path.closeSubpath()
    self.init(path.outline)
  }
}

extension SceneLayer {
  /// Creates a scene layer with the shadow properties only, without sublayers.
  fileprivate convenience init(shallow layer: CALayer) {
    let keys = [
      LayerProperties.shadowOpacity.key, LayerProperties.shadowColor.key, LayerProperties.shadowRadius.key,
      LayerProperties.shadowOffset.key,
    ]
    let values = keys.compactMap { key in layer.stored(key).map { (key, $0) } }
    self.init(
      kind: PlainLayer.self, values: Dictionary(values) { $1 }, sublayers: [], mask: nil, images: layer.images)
  }
}
