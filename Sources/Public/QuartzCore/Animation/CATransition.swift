import AnimationMath
import CoreGraphics
import CoreImage
import Foundation

/// The appearance of a transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Creates a type from any name; unknown names act as `fade`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Cross-fades to the new content.
  public static let fade = Self(rawValue: "fade")
  /// The new content slides over the old one.
  public static let moveIn = Self(rawValue: "moveIn")
  /// The new content pushes the old one away.
  public static let push = Self(rawValue: "push")
  /// The old content slides away and reveals the new one.
  public static let reveal = Self(rawValue: "reveal")
}

/// The side that the new content comes from, as displayed.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Creates a subtype from any name; unknown names act as `fromLeft`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From the right.
  public static let fromRight = Self(rawValue: "fromRight")
  /// From the left.
  public static let fromLeft = Self(rawValue: "fromLeft")
  /// From the top.
  public static let fromTop = Self(rawValue: "fromTop")
  /// From the bottom.
  public static let fromBottom = Self(rawValue: "fromBottom")
}

/// A transition from the layer's appearance when the transition was added to its current appearance. A layer has one
/// transition at a time, under the key `transition`. If the layer was not drawn before, it starts from nothing.
/// Transform layers show no transition.
///
/// The transition applies to the layer with its sublayers, filters and shadow, clipped to the bounds if these mask it.
/// Its position, opacity, mask and blending are the current ones. Only a fade also interpolates blending and mask.
open class CATransition: CAAnimation {
  /// The appearance; initially `fade`.
  open var type = CATransitionType.fade
  /// The side that the new content comes from; nil is `fromLeft`.
  open var subtype: CATransitionSubtype?
  /// The progress at the start, 0...1.
  open var startProgress: Float = 0
  /// The progress at the end, `startProgress`...1.
  open var endProgress: Float = 1
  /// A `CIFilter` that replaces `type`. It receives `inputImage`, `inputTargetImage`, `inputTime`, and if it has it,
  /// the layer's bounds as `inputExtent`. Its lengths and positions are in points of the layer. If it is disabled or
  /// gives no image, the transition is a fade. A copy of the transition has a copy of the filter.
  open var filter: Any?

  /// The layer's appearance when the transition was added.
  private(set) var previous: SceneMoment?

  override func copyProperties(from other: CAAnimation) {
    super.copyProperties(from: other)
    guard let other = other as? CATransition else { return }
    (type, subtype, startProgress, endProgress) = (other.type, other.subtype, other.startProgress, other.endProgress)
    filter = (other.filter as? CIFilter)?.ownCopy ?? other.filter
    previous = other.previous
  }

  override func startTransition(from previous: SceneMoment?) { self.previous = previous }

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    func clamped(_ progress: Float, default fallback: Double) -> Double {
      progress.isNaN ? fallback : min(max(Double(progress), 0), 1)
    }
    let (start, end) = (clamped(startProgress, default: 0), clamped(endProgress, default: 1))
    // Timing curves may overshoot; there is no image beyond the ends.
    let progress = min(max(moment.progress, 0), 1)
    target.show(self, progress: start + (max(end, start) - start) * progress)
  }
}
