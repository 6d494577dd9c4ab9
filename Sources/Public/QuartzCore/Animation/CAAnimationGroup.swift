import AnimationMath
import Foundation

/// A group of animations with a common timing: their parent time is that of the group's iteration, after its
/// `timingFunction`. They are cut off at the group's end, and not stretched. An animation without duration lasts as
/// long as the group.
///
/// The delegates and `isRemovedOnCompletion` of the grouped animations are ignored.
open class CAAnimationGroup: CAAnimation {
  /// The animations, in the order in which they are applied. A copy of the group has copies of them.
  open var animations: [CAAnimation]?

  override func copyProperties(from other: CAAnimation) {
    super.copyProperties(from: other)
    animations = (other as? CAAnimationGroup)?.animations?.map { $0.copy() as? CAAnimation ?? $0 }
  }

  override class var properties: [String: AnimationProperty] { ofGroups }

  private static let ofGroups = AnimationProperty.common.merging(
    ["animations": .optional({ (a: CAAnimationGroup) in a.animations }, { $0.animations = $1 })],
    uniquingKeysWith: { $1 })

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    for animation in animations ?? [] {
      let length = animation.duration > 0 || animation.duration.isNaN ? animation.duration : duration
      animation.play(animation.timing(duration: length), at: moment.seconds, on: target)
    }
  }

  override func startTransition(from previous: SceneMoment?) {
    for animation in animations ?? [] { animation.startTransition(from: previous) }
  }

  override func problem(on target: any AnimationTarget) -> String? {
    animations?.lazy.compactMap { $0.problem(on: target) }.first
  }
}
