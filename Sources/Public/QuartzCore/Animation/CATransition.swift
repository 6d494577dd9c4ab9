import AnimationMath
import CoreGraphics
import CoreImage
import Foundation

/// How a layer changes from what it was to what it is.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Any name; those that are not known act as `fade`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The old goes while the new comes.
  public static let fade = Self(rawValue: "fade")
  /// The new slides over the old.
  public static let moveIn = Self(rawValue: "moveIn")
  /// The new pushes the old away.
  public static let push = Self(rawValue: "push")
  /// The old slides away from above the new.
  public static let reveal = Self(rawValue: "reveal")
}

/// The side that the new comes from, as one sees it.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Any name; those that are not known act as `fromLeft`.
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

/// From how a layer was drawn last when the transition was added, to how it is. A layer has one at a time, under the
/// key `transition`. One that was never drawn comes from nothing; layers that only move others show no transition.
///
/// What changes is the layer with all that is in it, its filters and its shadow, cut at the bounds where these mask it;
/// where it is, its opacity, mask, and how it is blended with what is behind it are those of now. Only a fade passes
/// from one way of blending, and from one mask, to the other.
open class CATransition: CAAnimation {
  /// What it looks like; `fade` at first.
  open var type = CATransitionType.fade
  /// Where the new comes from; nil is `fromLeft`.
  open var subtype: CATransitionSubtype?
  /// Where on the way it begins, 0...1.
  open var startProgress: Float = 0
  /// Where on the way it ends, `startProgress`...1.
  open var endProgress: Float = 1
  /// A `CIFilter` that makes it in place of `type`: it is given `inputImage`, `inputTargetImage`, `inputTime`, and the
  /// layer's bounds as `inputExtent` where it has that. Its lengths and places are points of the layer. One that gives
  /// no image, or is not enabled, is a fade. Copies of the transition hold copies.
  open var filter: Any?

  /// How the layer was drawn when the transition was added to it.
  private(set) var before: SceneMoment?

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CATransition else { return }
    (type, subtype, startProgress, endProgress) = (other.type, other.subtype, other.startProgress, other.endProgress)
    filter = (other.filter as? CIFilter)?.ownCopy ?? other.filter
    before = other.before
  }

  override func depart(from before: SceneMoment?) { self.before = before }

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    func known(_ part: Float, _ usual: Double) -> Double { part.isNaN ? usual : min(max(Double(part), 0), 1) }
    let (start, end) = (known(startProgress, 0), known(endProgress, 1))
    // Curves may lead beyond their ends, where there is no image.
    let part = min(max(moment.progress, 0), 1)
    target.show(self, progress: start + (max(end, start) - start) * part)
  }
}
