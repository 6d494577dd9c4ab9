import CoreGraphics
import Foundation
import LayerTime

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

/// From how a layer was before a change to how it is. A layer has one at a time, under the key `transition`.
open class CATransition: CAAnimation {
  /// What it looks like; `fade` at first.
  open var type = CATransitionType.fade
  /// Where the new comes from; nil is `fromLeft`.
  open var subtype: CATransitionSubtype?
  /// Where on the way it begins, 0...1.
  open var startProgress: Float = 0
  /// Where on the way it ends, `startProgress`...1.
  open var endProgress: Float = 1
  /// A `CIFilter` that makes it in place of `type`: it is given `inputImage`, `inputTargetImage` and `inputTime`.
  open var filter: Any?

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CATransition else { return }
    (type, subtype, startProgress, endProgress) = (other.type, other.subtype, other.startProgress, other.endProgress)
    filter = other.filter
  }

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    func known(_ part: Float, _ usual: Double) -> Double { part.isNaN ? usual : min(max(Double(part), 0), 1) }
    let (start, end) = (known(startProgress, 0), known(endProgress, 1))
    target.show(self, progress: start + (max(end, start) - start) * moment.progress)
  }
}
