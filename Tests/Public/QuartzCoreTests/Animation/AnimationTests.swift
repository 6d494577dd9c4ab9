import AnimationMath
import Foundation
import QuartzCore
import Testing

@Suite struct AnimationTests {
  private final class EmptyDelegate: CAAnimationDelegate {}

  @Test func animationsBeginWithTheDocumentedDefaults() {
    let animation = CAAnimation()
    #expect((animation.beginTime, animation.duration, animation.speed, animation.timeOffset) == (0, 0, 1, 0))
    #expect((animation.repeatCount, animation.repeatDuration, animation.autoreverses) == (0, 0, false))
    #expect(animation.fillMode == .removed && animation.isRemovedOnCompletion)
    #expect(animation.timingFunction == nil && animation.delegate == nil)
    let spring = CASpringAnimation()
    #expect((spring.mass, spring.stiffness, spring.damping, spring.initialVelocity) == (1, 100, 10, 0))
    #expect(!spring.allowsOverdamping && abs(spring.settlingDuration - 1.4727003) < 1e-6 && spring.duration == 0)
    let frames = CAKeyframeAnimation(keyPath: "position")
    #expect(frames.calculationMode == .linear && frames.rotationMode == nil && frames.keyPath == "position")
    let transition = CATransition()
    #expect(
      (transition.type, transition.subtype, transition.startProgress, transition.endProgress) == (.fade, nil, 0, 1))
    let bouncing = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2)
    #expect(abs(bouncing.perceptualDuration - 0.5) < 1e-12 && abs(bouncing.bounce - 0.2) < 1e-12)
  }

  @Test func copiesHaveTheSameValuesAndAreIndependent() throws {
    let delegate = EmptyDelegate()
    let spring = CASpringAnimation(keyPath: "opacity")
    (spring.fromValue, spring.toValue, spring.damping, spring.duration, spring.speed) = (0, 1, 3, 2, 0.5)
    (spring.repeatCount, spring.autoreverses, spring.fillMode, spring.delegate) = (3, true, .both, delegate)
    spring.timingFunction = CAMediaTimingFunction(name: .easeIn)
    spring.setValue("mine", forKey: "tag")
    let copy = try #require(spring.copy() as? CASpringAnimation)
    spring.toValue = 9
    spring.setValue("other", forKey: "tag")
    #expect(copy.fromValue as? Int == 0 && copy.toValue as? Int == 1 && copy.damping == 3 && copy.duration == 2)
    #expect(copy.repeatCount == 3 && copy.autoreverses && copy.fillMode == .both && copy.delegate === delegate)
    #expect(copy.value(forKey: "tag") as? String == "mine" && copy.keyPath == "opacity" && copy.speed == 0.5)
    #expect(copy.timingFunction == CAMediaTimingFunction(name: .easeIn))
    let group = CAAnimationGroup()
    group.animations = [spring]
    let groups = try #require((group.copy() as? CAAnimationGroup)?.animations)
    #expect(groups.count == 1 && groups[0] !== spring && (groups[0] as? CASpringAnimation)?.toValue as? Int == 9)
  }

  @Test func keysReachPropertiesAndKeepAnythingElse() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue(NSNumber(value: 2), forKey: "duration")
    animation.setValue(3, forKey: "repeatCount")
    animation.setValue("no number", forKey: "speed")
    animation.setValue("position", forKey: "keyPath")
    animation.setValue(true, forKey: "additive")
    #expect(animation.duration == 2 && animation.repeatCount == 3 && animation.speed == 1)
    #expect(animation.keyPath == "position" && animation.isAdditive)
    #expect(animation.value(forKey: "duration") as? Double == 2 && animation.value(forKey: "nothing") == nil)
    animation.setValue(nil, forKey: "keyPath")
    #expect(animation.keyPath == nil)
    #expect(CAAnimation.defaultValue(forKey: "speed") as? Float == 1 && CAAnimation.defaultValue(forKey: "tag") == nil)
  }

  @Test func curvesHaveTheirNamesAndPoints() {
    func points(_ name: CAMediaTimingFunctionName) -> [Float] {
      let function = CAMediaTimingFunction(name: name)
      return (0...3).flatMap { index in
        var pair: [Float] = [9, 9]
        function.getControlPoint(at: index, values: &pair)
        return pair
      }
    }
    #expect(points(.linear) == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(points(.easeIn) == [0, 0, 0.42, 0, 1, 1, 1, 1])
    #expect(points(.easeOut) == [0, 0, 0, 0, 0.58, 1, 1, 1])
    #expect(points(.easeInEaseOut) == [0, 0, 0.42, 0, 0.58, 1, 1, 1])
    #expect(points(.default) == [0, 0, 0.25, 0.1, 0.25, 1, 1, 1])
    #expect(points(CAMediaTimingFunctionName(rawValue: "unheard of")) == points(.default))
    var pair: [Float] = [9, 9]
    CAMediaTimingFunction(name: .linear).getControlPoint(at: 4, values: &pair)
    #expect(pair == [9, 9])
    #expect(CAMediaTimingFunction(controlPoints: 0, 0, 1, 1) == CAMediaTimingFunction(name: .linear))
    #expect(CAMediaTimingFunction(controlPoints: -1, 3, 2, -3) != CAMediaTimingFunction(name: .linear))
  }

  @Test func valueFunctionsHaveValidNames() {
    #expect(CAValueFunction(name: .rotateZ)?.name == .rotateZ && CAValueFunction(name: .scale) != nil)
    for name in ["rotate", "scaleW", "bend", ""] {
      #expect(CAValueFunction(name: CAValueFunctionName(rawValue: name)) == nil)
    }
  }

  @Test func theClockIsMonotonic() {
    let first = CACurrentMediaTime()
    #expect(CACurrentMediaTime() >= first && first > 0)
  }
}
