import CoreImage
import Foundation
import QuartzCore
import Testing

@Suite struct KeyTests {
  /// The documented defaults.
  @Test func defaults() throws {
    let layer = CALayer()
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(layer.bounds == .zero && layer.position == .zero && layer.zPosition == 0 && layer.anchorPointZ == 0)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform))
    #expect(layer.opacity == 1 && !layer.isHidden && layer.contents == nil)
    #expect(layer.contentsRect == unit && layer.contentsCenter == unit && layer.contentsScale == 1)
    #expect(layer.contentsGravity == .resize && layer.contentsFormat == .RGBA8Uint)
    #expect(layer.magnificationFilter == .linear && layer.minificationFilter == .linear)
    #expect(layer.minificationFilterBias == 0 && layer.backgroundColor == nil)
    #expect(layer.borderColor == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1) && layer.borderWidth == 0)
    #expect(layer.cornerRadius == 0 && layer.maskedCorners.rawValue == 15 && layer.cornerCurve == .circular)
    #expect(!layer.masksToBounds && layer.mask == nil)
    #expect(layer.shadowOpacity == 0 && layer.shadowRadius == 3 && layer.shadowPath == nil)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3))
    #expect(layer.filters == nil && layer.backgroundFilters == nil && layer.compositingFilter == nil)
    #expect(layer.isDoubleSided && !layer.isGeometryFlipped && !layer.isOpaque && !layer.drawsAsynchronously)
    #expect(!layer.shouldRasterize && layer.rasterizationScale == 1)
    #expect(layer.allowsGroupOpacity && layer.allowsEdgeAntialiasing && layer.edgeAntialiasingMask.rawValue == 15)
    #expect(!layer.needsDisplayOnBoundsChange && layer.name == nil && layer.style == nil && layer.delegate == nil)
    #expect(layer.duration == .infinity && layer.speed == 1 && layer.beginTime == 0 && layer.fillMode == .removed)
    #expect(layer.autoresizingMask == [] && layer.sublayers == nil)
  }

  @Test func classDefaultsAreThoseOtherThanZero() {
    for key in ["bounds", "position", "frame", "filters", "mask", "zPosition", "hidden", "no key"] {
      #expect(CALayer.defaultValue(forKey: key) == nil, "\(key)")
    }
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CALayer.defaultValue(forKey: "opacity") as? Float == 1)
    #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
  }

  @Test func valuesByKey() {
    let layer = CALayer()
    layer.setValue(0.5, forKey: "opacity")
    layer.setValue(true, forKey: "hidden")
    layer.setValue(3, forKey: "cornerRadius")
    #expect(layer.opacity == 0.5 && layer.isHidden && layer.cornerRadius == 3)
    #expect(layer.value(forKey: "isHidden") as? Bool == true)
    layer.setValue(nil, forKey: "opacity")
    #expect(layer.opacity == 1)
    // Nil for an object replaces the default.
    layer.shadowColor = nil
    #expect(layer.shadowColor == nil)
    layer.setValue(nil, forKey: "shadowColor")
    #expect(layer.shadowColor != nil)
    layer.setValue("no number", forKey: "opacity")
    #expect(layer.opacity == 1)
    layer.setValue(["a": 1], forKey: "some key")
    #expect(layer.value(forKey: "some key") as? [String: Int] == ["a": 1])
    layer.setValue(nil, forKey: "some key")
    #expect(layer.value(forKey: "some key") == nil)
  }

  @Test func stylesAndClassesFillIn() {
    final class Faint: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "opacity" ? 0.25 : key == "own" ? "class" : super.defaultValue(forKey: key)
      }
    }
    let layer = Faint()
    #expect(layer.opacity == 0.25 && layer.value(forKey: "own") as? String == "class")
    layer.style = ["opacity": 0.5, "style": ["borderWidth": 2, "opacity": 0.75]]
    #expect(layer.opacity == 0.5 && layer.borderWidth == 2)
    layer.opacity = 1
    #expect(layer.opacity == 1)
    layer.setValue(nil, forKey: "opacity")
    layer.style = nil
    #expect(layer.opacity == 0.25 && layer.borderWidth == 0)
  }

  @Test func componentsOfValues() {
    let layer = CALayer()
    layer.setValue(7, forKeyPath: "position.x")
    layer.setValue(30, forKeyPath: "bounds.size.width")
    layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "bounds.origin")
    #expect(layer.position == CGPoint(x: 7, y: 0))
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 30, height: 0))
    #expect(layer.value(forKeyPath: "bounds.origin.y") as? CGFloat == 2)
    #expect(layer.value(forKeyPath: "shadowOffset.height") as? CGFloat == -3)
    #expect(layer.value(forKeyPath: "position.z") == nil)
    layer.setValue(1, forKeyPath: "position.z")
    #expect(layer.position == CGPoint(x: 7, y: 0))
  }

  @Test func componentsOfTransforms() throws {
    let layer = CALayer()
    layer.setValue(Double.pi / 6, forKeyPath: "transform.rotation")
    layer.setValue(2, forKeyPath: "transform.scale.x")
    layer.setValue(CGSize(width: 5, height: 6), forKeyPath: "transform.translation")
    let expected = CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeScale(2, 1, 1), CATransform3DMakeRotation(.pi / 6, 0, 0, 1)),
      CATransform3DMakeTranslation(5, 6, 0))
    for path in [\CATransform3D.m11, \.m12, \.m21, \.m22, \.m41, \.m42, \.m33] {
      #expect(abs(layer.transform[keyPath: path] - expected[keyPath: path]) < 1e-12)
    }
    func number(_ path: String) -> Double { (layer.value(forKeyPath: path) as? CGFloat).map { Double($0) } ?? .nan }
    #expect(
      abs(number("transform.rotation.z") - .pi / 6) < 1e-12 && abs(number("transform.rotation") - .pi / 6) < 1e-12)
    #expect(abs(number("transform.scale") - 4.0 / 3) < 1e-12 && abs(number("transform.scale.x") - 2) < 1e-12)
    #expect(number("transform.translation.y") == 6)
    // Perspective is preserved.
    layer.transform = CATransform3DIdentity
    layer.transform.m34 = -1 / 500
    layer.setValue(0.5, forKeyPath: "transform.rotation.y")
    #expect(abs(number("transform.rotation.y") - 0.5) < 1e-12)
    // A singular transform is unchanged.
    layer.transform = CATransform3DMakeScale(0, 1, 1)
    layer.setValue(1, forKeyPath: "transform.rotation")
    #expect(layer.transform == CATransform3DMakeScale(0, 1, 1))
  }

  @Test func filtersByName() throws {
    let layer = CALayer()
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    blur.name = "soft"
    layer.filters = [blur]
    blur.setValue(99, forKey: "inputRadius")
    #expect(layer.value(forKeyPath: "filters.soft.inputRadius") as? Double == 10)
    layer.setValue(4, forKeyPath: "filters.soft.inputRadius")
    #expect(layer.value(forKeyPath: "filters.soft.inputRadius") as? Double == 4)
    #expect(layer.value(forKeyPath: "filters.soft.enabled") as? Bool == true)
    layer.setValue(false, forKeyPath: "filters.soft.enabled")
    #expect((layer.filters?.first as? CIFilter)?.isEnabled == false && blur.isEnabled)
    layer.setValue(1, forKeyPath: "filters.hard.inputRadius")
    #expect(layer.value(forKeyPath: "filters.hard.inputRadius") == nil)

    let pinch = try #require(CIFilter(name: "CIPinchDistortion"))
    layer.compositingFilter = pinch
    layer.setValue(12, forKeyPath: "compositingFilter.inputCenter.x")
    #expect(layer.value(forKeyPath: "compositingFilter.inputCenter.x") as? CGFloat == 12)
  }

  @Test func sublayersByName() {
    let (root, child) = (CALayer(), CALayer())
    child.name = "dot"
    root.addSublayer(child)
    root.setValue(0.5, forKeyPath: "sublayers.dot.opacity")
    root.setValue(3, forKeyPath: "sublayers.dot.position.x")
    #expect(child.opacity == 0.5 && root.value(forKeyPath: "sublayers.dot.position.x") as? CGFloat == 3)
    root.mask = CALayer()
    root.setValue(0.25, forKeyPath: "mask.opacity")
    #expect(root.mask?.opacity == 0.25)
  }

  final class Gauge: CALayer {
    @CALayerProperty var level: CGFloat = 0.5
    @CALayerProperty var label: String? = nil
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "level" || super.needsDisplay(forKey: key)
    }
  }

  @Test func customProperties() {
    let gauge = Gauge()
    #expect(gauge.level == 0.5 && gauge.value(forKey: "level") as? CGFloat == 0.5 && gauge.label == nil)
    #expect(!gauge.needsDisplay())
    gauge.level = 0.5
    #expect(!gauge.needsDisplay())
    gauge.level = 0.75
    #expect(gauge.needsDisplay() && gauge.value(forKey: "level") as? CGFloat == 0.75)
    gauge.setValue(CGFloat(1), forKey: "level")
    gauge.label = "full"
    #expect(gauge.level == 1 && Gauge(layer: gauge).level == 1 && Gauge(layer: gauge).label == "full")
    gauge.setValue(nil, forKey: "level")
    #expect(gauge.level == 0.5)
    for number in [0.25, Float(0.25), NSNumber(value: 0.25)] as [Any] {
      gauge.setValue(number, forKey: "level")
      #expect(gauge.level == 0.25)
      gauge.level = 1
    }
    gauge.setValue(2, forKey: "level")
    #expect(gauge.level == 2)
    // Animations convert the number types of their ends.
    let rise = CABasicAnimation(keyPath: "level")
    (rise.fromValue, rise.toValue, rise.duration) = (0, 3.0, 1)
    gauge.add(rise, forKey: nil)
    #expect(gauge.presented(at: 0.5).level == 1.5)
  }
}
