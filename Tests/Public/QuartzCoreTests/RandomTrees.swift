import CoreGraphics
import CoreImage
import QuartzCore
import RandomNumbers

/// A tiled layer with a cross.
final class Tiles: CATiledLayer {
  override func draw(in context: CGContext) {
    context.setFillColor(gray: 0.4, alpha: 0.8)
    context.fill(CGRect(x: bounds.midX - 3, y: bounds.minY, width: 6, height: bounds.height))
    context.fill(CGRect(x: bounds.minX, y: bounds.midY - 2, width: bounds.width, height: 4))
  }
}

/// A generator of random layer trees, and of changes to them.
struct RandomTrees {
  var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func number(_ range: ClosedRange<Double>) -> CGFloat {
    CGFloat(range.lowerBound + (range.upperBound - range.lowerBound) * Double.random(in: 0...1, using: &random))
  }

  mutating func color() -> CGColor {
    rgb(number(0...1), number(0...1), number(0...1), Bool.random(using: &random) ? 1 : number(0...1))
  }

  mutating func rect() -> CGRect {
    CGRect(x: number(-10...40), y: number(-10...40), width: number(0...50), height: number(0...50))
  }

  mutating func happens(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

  mutating func filter() -> CIFilter {
    let name = ["CIColorInvert", "CIGaussianBlur", "CISepiaTone"].randomElement(using: &random) ?? ""
    let filter = CIFilter(name: name) ?? CIFilter()
    filter.name = "own"
    if name == "CIGaussianBlur" { filter.setValue(2, forKey: kCIInputRadiusKey) }
    return filter
  }

  mutating func layer(_ depth: Int) -> CALayer {
    let layer = happens(5) ? CAGradientLayer() : CALayer()
    layer.frame = rect()
    (layer as? CAGradientLayer)?.colors = [color(), color(), color()]
    style(layer)
    if depth > 0 {
      layer.sublayers = (0..<Int.random(in: 0...3, using: &random)).map { _ in self.layer(depth - 1) }
    }
    return layer
  }

  /// Sets random values of the properties that all classes have.
  private mutating func style(_ layer: CALayer) {
    layer.backgroundColor = Bool.random(using: &random) ? color() : nil
    if happens(3) { layer.cornerRadius = number(0...30) }
    if happens(4) { (layer.borderWidth, layer.borderColor) = (number(0...6), color()) }
    if happens(4) { layer.masksToBounds = true }
    if happens(4) { layer.opacity = Float(number(0...1)) }
    if happens(4) { (layer.shadowOpacity, layer.shadowRadius) = (0.7, number(0...6)) }
    if happens(5) { layer.transform = CATransform3DMakeRotation(number(-3...3), 0.2, 0.3, 1) }
    if happens(6) { layer.sublayerTransform.m34 = -1 / 150 }
    if happens(6) { layer.isGeometryFlipped = true }
    if happens(6) { layer.compositingFilter = CIFilter(name: "CIScreenBlendMode") }
    if happens(6) { layer.mask = box(5, 5, number(1...40), number(1...40), color()) }
    if happens(8) { layer.shouldRasterize = true }
    if happens(6) {
      if Bool.random(using: &random) { layer.filters = [filter()] } else { layer.backgroundFilters = [filter()] }
    }
  }

  /// Returns an animated layer of any class and style, with sublayers.
  mutating func anyLayer(_ depth: Int) throws -> CALayer {
    let layer = try movingLayer(0)
    style(layer)
    if let gradient = layer as? CAGradientLayer {
      gradient.type = [CAGradientLayerType.axial, .radial, .conic].randomElement(using: &random) ?? .axial
      gradient.startPoint = CGPoint(x: number(0...1), y: number(0...1))
    }
    if let shape = layer as? CAShapeLayer, happens(2) {
      (shape.strokeEnd, shape.lineDashPattern) = (number(0.3...1), [3, 2])
    }
    if let replicator = layer as? CAReplicatorLayer, happens(2) {
      (replicator.instanceColor, replicator.instanceAlphaOffset) = (color(), -0.2)
    }
    if depth > 0 {
      layer.sublayers = try (0..<Int.random(in: 0...2, using: &random)).map { _ in try anyLayer(depth - 1) }
    }
    return layer
  }

  /// Returns a layer of any class, with contents, animations and sublayers.
  mutating func movingLayer(_ depth: Int) throws -> CALayer {
    let layer: CALayer
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: number(4...30), height: number(4...30)), transform: nil)
      (shape.fillColor, shape.strokeColor, shape.lineWidth) = (color(), color(), number(0...4))
      layer = shape
    case 1:
      let text = CATextLayer()
      (text.string, text.fontSize, text.foregroundColor) = ("Ag", number(8...24), color())
      layer = text
    case 2:
      let replicator = CAReplicatorLayer()
      (replicator.instanceCount, replicator.instanceDelay) = (3, 0.2)
      replicator.instanceTransform = CATransform3DMakeTranslation(number(2...8), number(-4...4), 0)
      layer = replicator
    case 3:
      let emitter = CAEmitterLayer()
      let cell = CAEmitterCell()
      (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (20, 0.8, 20, 3)
      cell.contents = CIImage(color: CIColor(cgColor: color())).cropped(to: CGRect(x: 0, y: 0, width: 3, height: 3))
      emitter.emitterCells = [cell]
      emitter.emitterPosition = CGPoint(x: number(0...40), y: number(0...40))
      let rate = CABasicAnimation(keyPath: "birthRate")
      (rate.fromValue, rate.toValue, rate.duration) = (0, 2, 0.8)
      if happens(2) { emitter.add(rate, forKey: "rate") }
      layer = emitter
    case 4:
      let scroll = CAScrollLayer()
      scroll.frame = rect()
      scroll.scroll(to: CGPoint(x: number(-9...9), y: number(-9...9)))
      layer = scroll
    case 5: layer = CATransformLayer()
    case 6:
      let tiled = Tiles()
      tiled.tileSize = CGSize(width: 16, height: 16)
      layer = tiled
    default: layer = self.layer(0)
    }
    if layer.bounds.isEmpty { layer.frame = rect() }
    if happens(4) {
      layer.contents = try makeImage(4, 3) {
        $0.setFillColor(color())
        $0.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
      }
    }
    if depth > 0 {
      layer.sublayers = try (0..<Int.random(in: 0...2, using: &random)).map { _ in try movingLayer(depth - 1) }
    }
    layer.add(animation(), forKey: nil)
    if happens(3) { layer.add(animation(), forKey: nil) }
    return layer
  }

  mutating func animation() -> CAAnimation {
    let animation: CABasicAnimation
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue) = (number(0...20), number(20...40))
    case 1:
      animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue) = (number(0...1), number(0...1))
    case 2:
      animation = CASpringAnimation(keyPath: "transform.rotation.z")
      (animation.fromValue, animation.toValue) = (number(-2...0), number(0...2))
    case 3:
      animation = CABasicAnimation(keyPath: "backgroundColor")
      (animation.fromValue, animation.toValue) = (color(), color())
    default:
      animation = CABasicAnimation(keyPath: "bounds.size")
      (animation.fromValue, animation.toValue) = (
        CGSize(width: number(1...40), height: number(1...40)), CGSize(width: number(1...40), height: number(1...40))
      )
    }
    (animation.duration, animation.autoreverses) = (Double(number(0.4...2)), happens(2))
    if happens(3) { animation.repeatCount = .infinity }
    return animation
  }

  /// Changes a random property of a layer or a descendant.
  mutating func change(_ root: CALayer) {
    var all: [CALayer] = []
    var waiting = root.sublayers ?? []
    while let next = waiting.popLast() {
      all.append(next)
      waiting += next.sublayers ?? []
    }
    guard let layer = all.randomElement(using: &random) else { return root.addSublayer(layer(1)) }
    switch Int.random(in: 0..<14, using: &random) {
    case 0: layer.position.x += number(-9...9)
    case 1: layer.frame = rect()
    case 2: layer.backgroundColor = color()
    case 3: layer.opacity = Float(number(0...1))
    case 4: layer.isHidden.toggle()
    case 5: layer.removeFromSuperlayer()
    case 6: layer.insertSublayer(self.layer(1), at: 0)
    case 7: layer.superlayer?.addSublayer(self.layer(1))
    case 8: (layer.shadowOpacity, layer.shadowRadius) = (Float(number(0...1)), number(0...4))
    case 9: layer.filters = happens(2) ? nil : [filter()]
    case 10: layer.transform = happens(3) ? CATransform3DIdentity : CATransform3DMakeRotation(number(-3...3), 0, 0.3, 1)
    case 11: layer.backgroundFilters = happens(2) ? nil : [filter()]
    case 12: layer.mask = happens(2) ? nil : box(5, 5, number(1...40), number(1...40), color())
    default: layer.cornerRadius = number(0...20)
    }
  }
}
