import CoreImage
import Foundation
import QuartzCore
import Testing

/// Interpolation of filters, input by input.
@Suite struct FilterAnimationTests {
  private func blur(_ radius: Double, name: String = "soft") -> CIFilter {
    let filter = CIFilter(name: "CIGaussianBlur")!
    filter.name = name
    filter.setValue(radius, forKey: kCIInputRadiusKey)
    return filter
  }

  private func radius(_ layer: CALayer?) -> Double? {
    ((layer?.filters?.first as? CIFilter)?.value(forKey: kCIInputRadiusKey) as? NSNumber)?.doubleValue
  }

  private func animated(_ from: [CIFilter], _ to: [CIFilter]) -> CALayer {
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "filters")
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
    layer.filters = from
    layer.add(animation, forKey: nil)
    return layer
  }

  @Test func inputsAreInterpolated() throws {
    let layer = animated([blur(2)], [blur(10)])
    for (time, expected) in [(0, 2), (0.25, 4), (0.5, 6), (0.875, 9)] as [(Double, Double)] {
      #expect(radius(layer.presented(at: time)) == expected, "\(time)")
    }
    // The app's filters are unchanged.
    #expect(radius(layer) == 2)
    let (a, b) = (CIFilter(name: "CIColorMonochrome")!, CIFilter(name: "CIColorMonochrome")!)
    a.setValue(CIColor(red: 1, green: 0, blue: 0), forKey: kCIInputColorKey)
    b.setValue(CIColor(red: 0, green: 0, blue: 1), forKey: kCIInputColorKey)
    (a.isEnabled, b.isEnabled) = (true, false)
    let early = try #require(animated([a], [b]).presented(at: 0.25).filters?.first as? CIFilter)
    let color = try #require(early.value(forKey: kCIInputColorKey) as? CIColor)
    #expect(abs(color.red - 0.75) < 1e-6 && abs(color.blue - 0.25) < 1e-6 && early.isEnabled)
    let late = try #require(animated([a], [b]).presented(at: 0.75).filters?.first as? CIFilter)
    #expect(!late.isEnabled)
  }

  @Test func differentNamesAndCountsOfFiltersChangeAtTheMiddle() {
    for other in [[blur(10, name: "other")], [blur(10), blur(1)]] {
      let layer = animated([blur(2)], other)
      #expect(radius(layer.presented(at: 0.4)) == 2 && radius(layer.presented(at: 0.6)) == 10)
    }
  }

  @Test func keyframesOfFilters() {
    let layer = CALayer()
    layer.filters = [blur(2)]
    let animation = CAKeyframeAnimation(keyPath: "filters")
    (animation.values, animation.duration) = ([[blur(0)], [blur(4)], [blur(2)]], 1)
    layer.add(animation, forKey: nil)
    #expect(radius(layer.presented(at: 0.25)) == 2 && radius(layer.presented(at: 0.75)) == 3)
  }

  /// A changed input of a displayed layer starts an implicit animation.
  @Test func changesOfInputsAnimateImplicitly() throws {
    let (root, layer) = (CALayer(), CALayer())
    layer.filters = [blur(2)]
    root.addSublayer(layer)
    root.beginFrame(at: 100)
    root.endFrame()
    layer.setValue(10, forKeyPath: "filters.soft.inputRadius")
    root.beginFrame(at: 200)
    #expect(radius(layer.presentation()) == 2)
    root.endFrame()
    root.beginFrame(at: 200.125)
    // The default curve at its midpoint.
    let half = try #require(radius(layer.presentation()))
    #expect(abs(half - (2 + 8 * 0.80240)) < 1e-3)
    root.endFrame()
    root.beginFrame(at: 201)
    root.endFrame()
    #expect(radius(layer.presentation()) == 10)
    // The whole list is animated, too.
    layer.filters = [blur(0)]
    root.beginFrame(at: 202)
    root.endFrame()
    root.beginFrame(at: 202.125)
    #expect(radius(layer.presentation()).map { $0 > 1 && $0 < 9 } == true)
    root.endFrame()
  }
}
