import AnimationMath
import Foundation

/// Animations that share a time: theirs is that of the group's turn, after its `timingFunction`. They are cut where
/// the group ends, and never stretched; one without duration takes as long as the group.
///
/// Delegates and `isRemovedOnCompletion` of the animations in a group do not count.
open class CAAnimationGroup: CAAnimation {
  /// In the order in which they are shown. Copies of the group hold copies.
  open var animations: [CAAnimation]?

  override func take(from other: CAAnimation) {
    super.take(from: other)
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

  override func depart(from before: SceneMoment?) {
    for animation in animations ?? [] { animation.depart(from: before) }
  }

  override func problem(on target: any AnimationTarget) -> String? {
    animations?.lazy.compactMap { $0.problem(on: target) }.first
  }
}
