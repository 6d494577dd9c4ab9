import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import QuartzCore
import RandomNumbers
import TestSupport
import Testing

/// Trees by chance, each on all engines, and a part of each against the same part of the whole.
@Suite struct RandomTreeTests {
  private func number(_ random: inout SplitMix, _ range: ClosedRange<Double>) -> CGFloat {
    CGFloat(range.lowerBound + (range.upperBound - range.lowerBound) * Double.random(in: 0...1, using: &random))
  }

  private func layer(_ random: inout SplitMix, _ depth: Int) throws -> CALayer {
    let layer = Int.random(in: 0..<5, using: &random) == 0 ? CAGradientLayer() : CALayer()
    layer.frame = CGRect(
      x: number(&random, -10...40), y: number(&random, -10...40), width: number(&random, 0...50),
      height: number(&random, 0...50))
    func color() -> CGColor {
      rgb(
        number(&random, 0...1), number(&random, 0...1), number(&random, 0...1),
        Bool.random(using: &random) ? 1 : number(&random, 0...1))
    }
    (layer as? CAGradientLayer)?.colors = [color(), color(), color()]
    layer.backgroundColor = Bool.random(using: &random) ? color() : nil
    func sometimes(_ part: Int, _ change: () throws -> Void) rethrows {
      if Int.random(in: 0..<part, using: &random) == 0 { try change() }
    }
    sometimes(3) { layer.cornerRadius = number(&random, 0...30) }
    sometimes(4) { (layer.borderWidth, layer.borderColor) = (number(&random, 0...6), color()) }
    sometimes(4) { layer.masksToBounds = true }
    sometimes(4) { layer.opacity = Float(number(&random, 0...1)) }
    sometimes(4) { (layer.shadowOpacity, layer.shadowRadius) = (0.7, number(&random, 0...6)) }
    sometimes(5) { layer.transform = CATransform3DMakeRotation(number(&random, -3...3), 0.2, 0.3, 1) }
    sometimes(6) { layer.sublayerTransform.m34 = -1 / 150 }
    sometimes(6) { layer.isGeometryFlipped = true }
    sometimes(6) { layer.compositingFilter = CIFilter(name: "CIScreenBlendMode") }
    sometimes(6) { layer.mask = box(5, 5, number(&random, 1...40), number(&random, 1...40), color()) }
    sometimes(8) { layer.shouldRasterize = true }
    try sometimes(6) {
      let name = ["CIColorInvert", "CIGaussianBlur", "CISepiaTone"].randomElement(using: &random) ?? ""
      let filter = try #require(CIFilter(name: name))
      if name == "CIGaussianBlur" { filter.setValue(2, forKey: kCIInputRadiusKey) }
      if Bool.random(using: &random) { layer.filters = [filter] } else { layer.backgroundFilters = [filter] }
    }
    if depth > 0 {
      layer.sublayers = try (0..<Int.random(in: 0...3, using: &random)).map { _ in try self.layer(&random, depth - 1) }
    }
    return layer
  }

  @Test(arguments: 0..<12 as Range<UInt64>) func enginesAgreeAndPartsAreParts(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let root = box(0, 0, 60, 60, rgb(0.9, 0.9, 0.8), [try layer(&random, 2), try layer(&random, 2)])
    let node = CIImage(layer: root, at: 0, scale: seed % 2 == 0 ? 1 : 1.5).node
    let region = UserRect(x: -5, y: -5, width: 80, height: 80)
    let part = UserRect(x: 11, y: 23, width: 30, height: 17)
    let expected = try renderReference(node, region)
    expect(try renderReference(node, part), equals: try expected.cropped(to: part), within: .float, "a part")
    // Half floats of coded values between steps, see FrameTests; warps read pictures of such halves between pixels.
    let tolerance = Tolerance(absolute: 0.002, relative: 0.004)
    for backend in Backend.available {
      expect(try backend.render(node, region), equals: expected, within: tolerance, "\(backend)")
    }
  }
}
