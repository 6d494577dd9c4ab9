import AnimationMath
import Foundation
import QuartzCore
import Testing

/// Layers at times, with animations that begin at 0 of their time.
@Suite struct AnimatedLayerTests {
  private func number(_ layer: CALayer, _ path: String, at time: Double) -> Double? {
    switch layer.presented(at: time).value(forKeyPath: path) {
    case let number as CGFloat: Double(number)
    case let number as Float: Double(number)
    case let number as Double: number
    default: nil
    }
  }

  private func basic(_ path: String, from: Any? = nil, by: Any? = nil, to: Any? = nil) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.byValue, animation.toValue, animation.duration) = (from, by, to, 1)
    return animation
  }

  private func rounded(_ radius: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.cornerRadius = radius
    return layer
  }

  @Test func missingEndsAreTheModelValue() {
    let cases: [(from: Any?, by: Any?, to: Any?, half: Double)] = [
      (2, nil, 6, 4), (2.0, 6.0, nil, 5), (nil, Float(4), CGFloat(6), 4), (2, nil, nil, 6), (nil, nil, 6, 8),
      (nil, 4, nil, 12), (2, 100, 6, 4), (NSNumber(value: 2), nil, NSNumber(value: 6.0), 4),
    ]
    for one in cases {
      let layer = rounded(10)
      layer.add(basic("cornerRadius", from: one.from, by: one.by, to: one.to), forKey: nil)
      #expect(number(layer, "cornerRadius", at: 0.5) == one.half, "\(one)")
      #expect(number(layer, "cornerRadius", at: -0.1) == 10 && number(layer, "cornerRadius", at: 1) == 10)
      #expect(layer.cornerRadius == 10)
    }
  }

  @Test func endsAreReadAnewForEachFrame() {
    let layer = rounded(10)
    layer.add(basic("cornerRadius", from: 2), forKey: nil)
    layer.cornerRadius = 30
    #expect(number(layer, "cornerRadius", at: 0.5) == 16)
    // Without any value, starts from the value shown when the animation was added.
    let other = rounded(10)
    other.add(basic("cornerRadius"), forKey: nil)
    other.cornerRadius = 20
    #expect(number(other, "cornerRadius", at: 0.5) == 15)
  }

  @Test func laterAnimationsReplaceEarlierOnesAndAdditiveOnesAdd() {
    let layer = rounded(10)
    layer.add(basic("cornerRadius", from: 0, to: 2), forKey: "a")
    layer.add(basic("cornerRadius", from: 4, to: 8), forKey: "b")
    #expect(number(layer, "cornerRadius", at: 0.5) == 6)
    let more = basic("cornerRadius", from: 1, to: 3)
    more.isAdditive = true
    layer.add(more, forKey: "c")
    #expect(number(layer, "cornerRadius", at: 0.5) == 8 && layer.animationKeys() == ["a", "b", "c"])
    layer.removeAnimation(forKey: "b")
    #expect(number(layer, "cornerRadius", at: 0.5) == 3 && layer.animationKeys() == ["a", "c"])
    layer.removeAnimation(forKey: "a")
    #expect(number(layer, "cornerRadius", at: 0.5) == 12)
    layer.removeAllAnimations()
    #expect(number(layer, "cornerRadius", at: 0.5) == 10 && layer.animationKeys() == nil)
    // A missing end of an additive animation is zero.
    let by = basic("position", by: CGPoint(x: 4, y: 8))
    by.isAdditive = true
    layer.position = CGPoint(x: 1, y: 1)
    layer.add(by, forKey: nil)
    #expect(layer.presented(at: 0.5).position == CGPoint(x: 3, y: 5))
  }

  @Test func cumulativeAnimationsContinueFromTheLastCycle() {
    let layer = rounded(0)
    let animation = basic("cornerRadius", from: 1, to: 5)
    (animation.isCumulative, animation.repeatCount) = (true, 4)
    layer.add(animation, forKey: nil)
    #expect(number(layer, "cornerRadius", at: 0.5) == 3 && number(layer, "cornerRadius", at: 2.5) == 13)
    let turning = basic("transform", to: CATransform3DMakeTranslation(2, 0, 0))
    (turning.isCumulative, turning.repeatCount) = (true, 4)
    layer.add(turning, forKey: nil)
    #expect(layer.presented(at: 2.5).transform == CATransform3DMakeTranslation(5, 0, 0))
  }

  @Test func pathsIntoValuesAnimateParts() throws {
    let layer = CALayer()
    layer.position = CGPoint(x: 5, y: 7)
    layer.add(basic("position.x", from: 0, to: 10), forKey: nil)
    layer.add(basic("bounds.size.width", from: 2, to: 4), forKey: nil)
    layer.add(basic("transform.rotation", from: 0, to: 4 * Double.pi), forKey: nil)
    layer.transform = CATransform3DMakeTranslation(1, 2, 3)
    let shown = layer.presented(at: 0.25)
    #expect(shown.position == CGPoint(x: 2.5, y: 7) && shown.bounds.size.width == 2.5)
    // Two iterations in all, so a quarter of the time is half an iteration.
    let map = shown.transform
    #expect(abs(map.m11 + 1) < 1e-12 && abs(map.m12) < 1e-12 && (map.m41, map.m42, map.m43) == (1, 2, 3))
  }

  @Test func coloursMixInSRGBAndMissingOnesAreClear() throws {
    let layer = CALayer()
    layer.add(
      basic(
        "backgroundColor", from: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
        to: CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 0.5)), forKey: nil)
    let mixed = try #require(layer.presented(at: 0.5).backgroundColor?.components)
    #expect(zip(mixed, [0.5, 0.25, 0.5, 0.75]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(mixed)")
    // The layer has no colour: the end is the transparent form of the start.
    layer.removeAllAnimations()
    layer.add(basic("backgroundColor", from: CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)), forKey: nil)
    let fading = try #require(layer.presented(at: 0.75).backgroundColor?.components)
    #expect(zip(fading, [1, 0.5, 0, 0.25]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(fading)")
  }

  @Test func discreteValuesChangeAtTheMiddle() {
    let layer = CALayer()
    layer.add(basic("hidden", from: true, to: false), forKey: nil)
    #expect(layer.presented(at: 0.49).isHidden && !layer.presented(at: 0.5).isHidden)
    let (a, b) = (CGMutablePath(), CGMutablePath())
    for (path, size) in [(a, 10.0), (b, 20)] {
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: size, y: 0))
    }
    layer.add(basic("shadowPath", from: a, to: b), forKey: nil)
    #expect(layer.presented(at: 0.5).shadowPath?.currentPoint == CGPoint(x: 15, y: 0))
    let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    layer.add(basic("shadowPath", from: a, to: rect), forKey: nil)
    #expect(layer.presented(at: 0.4).shadowPath == a && layer.presented(at: 0.6).shadowPath == rect)
  }

  @Test func keyframesGoThroughValuesAndAlongPaths() throws {
    let layer = CALayer()
    let frames = CAKeyframeAnimation(keyPath: "cornerRadius")
    (frames.values, frames.duration, frames.calculationMode) = ([0, 1, 0], 1, .cubic)
    layer.add(frames, forKey: "cornerRadius")
    #expect(number(layer, "cornerRadius", at: 0.25) == 0.5625)
    (frames.calculationMode, frames.values, frames.keyTimes) = (.discrete, [3, 4], [0, 0.9, 1])
    layer.add(frames, forKey: "cornerRadius")
    #expect(number(layer, "cornerRadius", at: 0.8) == 3 && number(layer, "cornerRadius", at: 0.95) == 4)

    let arch = CGMutablePath()
    arch.move(to: .zero)
    arch.addCurve(
      to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100), control2: CGPoint(x: 100, y: 100))
    let walk = CAKeyframeAnimation(keyPath: "position")
    (walk.path, walk.duration, walk.rotationMode) = (arch, 1, .rotateAuto)
    // Later changes of the path do not affect the animation.
    arch.addLine(to: .zero)
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    layer.add(walk, forKey: "walk")
    let shown = layer.presented(at: 0.5)
    #expect(shown.position == CGPoint(x: 50, y: 75))
    #expect(shown.transform == CATransform3DMakeScale(2, 3, 1))
    // At its beginning the path goes up: first a quarter turn, then the layer's own transform.
    let first = layer.presented(at: 0).transform
    #expect(abs(first.m11) < 1e-12 && abs(first.m12 - 3) < 1e-12 && abs(first.m21 + 2) < 1e-12)
    walk.rotationMode = .rotateAutoReverse
    layer.add(walk, forKey: "walk")
    #expect(abs(layer.presented(at: 0).transform.m12 + 3) < 1e-12)
  }

  @Test func springsSwingAndFunctionsMakeMatrices() throws {
    let layer = rounded(0)
    let spring = CASpringAnimation(keyPath: "cornerRadius")
    (spring.fromValue, spring.toValue, spring.damping, spring.duration) = (0, 1, 0, 10)
    layer.add(spring, forKey: nil)
    // Undamped: 1 − cos 10t.
    #expect(try abs(#require(number(layer, "cornerRadius", at: .pi / 10)) - 2) < 1e-9)
    let turn = basic("transform", from: 0, to: Double.pi)
    turn.valueFunction = CAValueFunction(name: .rotateZ)
    layer.add(turn, forKey: nil)
    #expect(layer.presented(at: 0.5).transform == CATransform3DMakeRotation(.pi / 2, 0, 0, 1))
    let scale = basic("transform", from: [1, 1, 1], to: [3, 5, 1])
    scale.valueFunction = CAValueFunction(name: .scale)
    layer.add(scale, forKey: nil)
    #expect(layer.presented(at: 0.5).transform == CATransform3DMakeScale(2, 3, 1))
  }

  @Test func groupsCutWhatIsInThem() {
    let layer = rounded(10)
    let (short, long, whole) = (
      basic("cornerRadius", from: 0, to: 4), basic("position.x", from: 0, to: 8), basic("position.y", from: 0, to: 2)
    )
    (short.beginTime, short.duration, long.duration, whole.duration) = (0.5, 1, 4, 0)
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([short, long, whole], 2)
    layer.add(group, forKey: nil)
    #expect(number(layer, "cornerRadius", at: 0.25) == 10 && number(layer, "cornerRadius", at: 1) == 2)
    #expect(number(layer, "cornerRadius", at: 1.75) == 10)
    #expect(layer.presented(at: 1).position == CGPoint(x: 2, y: 1))
    #expect(layer.presented(at: 2).position == .zero)
    // The group's timing curve applies to its animations.
    group.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    layer.removeAllAnimations()
    layer.add(group, forKey: nil)
    #expect(layer.presented(at: 1).position == CGPoint(x: 2, y: 1))
    #expect(layer.presented(at: 0.5).position.x < 0.6)
  }

  @Test func missingDurationsAndCurvesAreThoseOfTheTransaction() throws {
    let layer = rounded(0)
    let animation = basic("cornerRadius", from: 0, to: 1)
    animation.duration = 0
    layer.add(animation, forKey: "a")
    #expect(layer.animation(forKey: "a")?.duration == 0.25 && layer.animation(forKey: "a") !== animation)
    CATransaction.begin()
    CATransaction.setAnimationDuration(3)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
    layer.add(animation, forKey: "a")
    CATransaction.commit()
    #expect(layer.animation(forKey: "a")?.duration == 3)
    #expect(layer.animation(forKey: "a")?.timingFunction == CAMediaTimingFunction(name: .easeIn))
    #expect(animation.duration == 0)
    layer.add(CATransition(), forKey: "mine")
    #expect(layer.animationKeys() == ["a", "transition"])
  }

  @Test func invalidAnimationsHaveNoEffect() {
    let layer = rounded(7)
    let senseless: [CAAnimation] = [
      basic("cornerRadius", from: "red", to: 4), basic("cornerRadius", from: CGPoint.zero, to: 4),
      basic("nothing.here", from: 1, to: 2), basic("", from: 1, to: 2), CABasicAnimation(),
      basic("position", from: 1, to: 2), CAKeyframeAnimation(keyPath: "position"), CAAnimation(), CAAnimationGroup(),
    ]
    for animation in senseless { layer.add(animation, forKey: nil) }
    let shown = layer.presented(at: 0.1)
    #expect(shown.cornerRadius == 7 && shown.position == .zero)
  }

  @Test func pathsLeadIntoSublayersAndMasks() throws {
    let (root, a, b, mask) = (CALayer(), rounded(1), rounded(2), rounded(3))
    (a.name, b.name, root.mask) = ("a", "b", mask)
    root.addSublayer(a)
    a.addSublayer(b)
    a.add(basic("cornerRadius", from: 10, to: 20), forKey: nil)
    let added = basic("sublayers.a.cornerRadius", from: 0, to: 4)
    added.isAdditive = true
    for animation in [
      added, basic("sublayers.a.sublayers.b.cornerRadius", from: 0, to: 8), basic("mask.cornerRadius", to: 5),
      basic("sublayers.a.position.x", from: 0, to: 2),
      // No layer, no value, no component.
      basic("sublayers.c.cornerRadius", from: 0, to: 1), basic("sublayers.a.nothing.x", from: 0, to: 1),
      basic("sublayers", from: 0, to: 1), basic("sublayers.a", from: 0, to: 1), basic("mask", from: 0, to: 1),
    ] {
      root.add(animation, forKey: nil)
    }
    root.beginFrame(at: 0)
    root.endFrame()
    root.beginFrame(at: 0.5)
    let shown = try #require(root.presentation())
    let copy = try #require(shown.sublayers?.first)
    // In addition to its own animation.
    #expect(copy.cornerRadius == 17 && copy.position.x == 1 && copy.superlayer === shown)
    #expect(copy.sublayers?.first?.cornerRadius == 4 && shown.mask?.cornerRadius == 4)
    #expect(a.cornerRadius == 1 && b.cornerRadius == 2 && mask.cornerRadius == 3)
    root.endFrame()
  }

  @Test func imagesShowWhatPathsIntoSublayersAnimate() {
    func tree() -> (root: CALayer, dot: CALayer) {
      let (root, dot) = (CALayer(), CALayer())
      (dot.name, dot.bounds) = ("dot", CGRect(x: 0, y: 0, width: 4, height: 4))
      dot.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      root.addSublayer(dot)
      return (root, dot)
    }
    let (moving, still) = (tree(), tree())
    moving.root.add(basic("sublayers.dot.position", from: CGPoint.zero, to: CGPoint(x: 8, y: 4)), forKey: nil)
    still.dot.position = CGPoint(x: 4, y: 2)
    #expect(CIImage(layer: moving.root, at: 0.5) == CIImage(layer: still.root))
  }

  @Test func invalidNumbersShowTheModel() {
    let bad: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300]
    for number in bad {
      let layer = rounded(7)
      layer.add(basic("cornerRadius", from: number, to: 4), forKey: nil)
      layer.add(basic("transform", from: CATransform3DMakeScale(number, 1, 1)), forKey: nil)
      let timed = basic("position.x", from: 1, to: 2)
      (timed.duration, timed.speed, timed.timeOffset) = (number, Float(number), number)
      layer.add(timed, forKey: nil)
      let frames = CAKeyframeAnimation(keyPath: "zPosition")
      (frames.values, frames.keyTimes, frames.duration) = ([number, 1], [NSNumber(value: number), 1], 1)
      layer.add(frames, forKey: nil)
      for time in bad + [0, 0.1, 0.5, 1] {
        let shown = layer.presented(at: time)
        #expect(abs(shown.cornerRadius) <= 1e15 && shown.transform.isFinite && shown.position.x.isFinite)
        #expect(abs(shown.zPosition) <= 1e15)
      }
    }
  }
}
