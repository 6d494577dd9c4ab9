import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Animations by Swift key paths, and of an app's own values.
@Suite struct KeyPathTests {
  @Test func checkedPathsAreThoseOfStrings() {
    #expect(CABasicAnimation(\.position.x, from: 1, to: 2).keyPath == "position.x")
    #expect(CABasicAnimation(\.bounds.size.height, to: 2).keyPath == "bounds.size.height")
    #expect(CABasicAnimation(\.isHidden, to: true).keyPath == "hidden")
    let color = CABasicAnimation(\.backgroundColor, from: red, to: blue)
    #expect(color.keyPath == "backgroundColor" && color.fromValue as? CGColor == red)
    let open = CABasicAnimation(\.opacity, to: 0.5)
    #expect(open.keyPath == "opacity" && open.fromValue == nil && open.toValue as? Float == 0.5)
    let layer = CALayer()
    let animation = CABasicAnimation(\.position.x, from: 4, to: 8)
    animation.duration = 1
    layer.add(animation, forKey: nil)
    #expect(layer.presented(at: 0.5).position.x == 6)
    // Properties that cannot be animated have no effect.
    let none = CABasicAnimation(\.name, to: "b")
    #expect(none.keyPath == nil)
    layer.add(none, forKey: nil)
  }

  private struct Mood: CALayerInterpolatable {
    var joy: Double
    func interpolated(to end: Mood, at progress: Double) -> Mood { Mood(joy: joy + (end.joy - joy) * progress) }
  }

  private final class Face: CALayer {
    @CALayerProperty var mood = Mood(joy: 0)
  }

  @Test func valuesOfAnAppAreInterpolated() {
    let face = Face()
    let animation = CABasicAnimation(keyPath: "mood")
    (animation.fromValue, animation.toValue, animation.duration) = (Mood(joy: 2), Mood(joy: 4), 1)
    face.add(animation, forKey: nil)
    #expect(face.presented(at: 0.25).mood.joy == 2.5 && face.presented(at: 0.5).mood.joy == 3)
    #expect(face.presented(at: 2).mood.joy == 0)
  }
}
