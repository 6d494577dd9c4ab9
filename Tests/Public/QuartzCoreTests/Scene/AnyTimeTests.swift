import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestContexts
import TestSupport
import Testing

/// A frame at a time does not depend on earlier renders: random animated trees of all classes of layers.
@Suite struct AnyTimeTests {
  private static let context = Backend.context([.workingFormat: CIFormat.RGBAf])

  private func pixels(_ layer: CALayer, _ time: Double, _ rect: CGRect) throws -> [Float] {
    var result = [Float](repeating: 0, count: Int(rect.width * rect.height) * 4)
    try Self.context.render(
      checked: CIImage(layer: layer, at: time, scale: 1), toBitmap: &result, rowBytes: Int(rect.width) * 16,
      bounds: rect, format: .RGBAf, colorSpace: nil)
    return result
  }

  /// In seed 5, rows of a shadow are read later than rows of its source: the row buffers were once too short for that.
  @Test(arguments: 0..<12 as Range<UInt64>) func anyOrderOfTimesGivesTheSameFrames(_ seed: UInt64) throws {
    func tree() throws -> CALayer {
      var trees = RandomTrees(seed: seed)
      let layers = try (0..<3).map { _ in try seed % 2 == 0 ? trees.movingLayer(2) : trees.anyLayer(2) }
      return box(0, 0, 48, 48, rgb(0.9, 0.9, 0.8), layers)
    }
    let (rising, shuffled) = (try tree(), try tree())
    let whole = CGRect(x: 0, y: 0, width: 48, height: 48)
    var random = RandomTrees(seed: seed &+ 1000)
    let times = [0, 0.3, 0.5, 0.9, 1.7]
    let expected = try times.map { try pixels(rising, $0, whole) }
    for index in times.indices.shuffled(using: &random.random) {
      #expect(try pixels(shuffled, times[index], whole) == expected[index], "at \(times[index])")
    }
    #expect(try pixels(try tree(), 0.9, whole) == expected[3])
    #expect(Set(expected).count > 1)
  }
}

/// The cost of colour conversions in a tree of sRGB layers.
@Suite struct CurveTests {
  /// Returns the number of conversions between gamma-encoded and linear values in the plan for an sRGB target.
  private func conversions(_ layer: CALayer, _ width: CGFloat, _ height: CGFloat) throws -> Int {
    let graph = try Backend.context().graph(
      .optimized, of: CIImage(layer: layer, at: 0, scale: 2), from: CGRect(x: 0, y: 0, width: width, height: height),
      format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    let names = ["SRGB", "Linear", "Curve", "matched"]
    return graph.nodes.count { node in names.contains { node.name.contains($0) } }
  }

  @Test func aTreeInSRGBOnATargetInSRGBHasNone() throws {
    let photo = box(4, 4, 20, 20)
    photo.contents = try makeImage(8, 8) {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 4, height: 8))
    }
    (photo.cornerRadius, photo.masksToBounds, photo.borderWidth) = (4, true, 1)
    let card = box(10, 10, 30, 30, rgb(0.3, 0.5, 0.7, 0.8), [photo])
    (card.shadowOpacity, card.opacity) = (0.5, 0.9)
    card.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
    gradient.colors = [red, blue]
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 20, height: 30), transform: nil)
    let root = box(0, 0, 60, 60, white, [gradient, card, shape])
    #expect(try conversions(root, 120, 120) == 0)
    // A filter is applied in linear light: one conversion before it, and one after it.
    card.filters = [CIFilter(name: "CIColorInvert")!]
    #expect(try conversions(root, 120, 120) == 2)
  }
}
