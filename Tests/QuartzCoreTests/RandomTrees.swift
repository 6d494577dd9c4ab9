import CoreGraphics
import CoreImage
import QuartzCore
import RandomNumbers

/// Trees by chance, and changes of them.
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
    if depth > 0 {
      layer.sublayers = (0..<Int.random(in: 0...3, using: &random)).map { _ in self.layer(depth - 1) }
    }
    return layer
  }

  /// Changes something of a layer, or of those in it.
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
