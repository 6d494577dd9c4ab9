import AnimationMath
import CoreGraphics
import Foundation

/// How one gets from a keyframe to the next.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Any name; those that are not known act as `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In equal steps.
  public static let linear = Self(rawValue: "linear")
  /// Each value is held until the next.
  public static let discrete = Self(rawValue: "discrete")
  /// At an even speed over all; times and curves do not count.
  public static let paced = Self(rawValue: "paced")
  /// On a smooth way through all.
  public static let cubic = Self(rawValue: "cubic")
  /// On that way at an even speed.
  public static let cubicPaced = Self(rawValue: "cubicPaced")
}

/// Where a layer looks that goes along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Any name; those that are not known turn nothing.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along the path: its x is turned to the tangent.
  public static let rotateAuto = Self(rawValue: "auto")
  /// The other way.
  public static let rotateAutoReverse = Self(rawValue: "autoReverse")
}

/// Through values, one after the other, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values. Those that do not fit the first, or the property, make the animation have no effect.
  open var values: [Any]? { didSet { made = nil } }
  /// A way for a point, which counts in place of `values`: the end of each line and curve is a keyframe, and so is the
  /// beginning of the first.
  open var path: CGPath? {
    didSet {
      path = path?.copy()
      made = nil
    }
  }
  /// When each value is reached: 0...1, not falling, one for each; in the mode `discrete` one more. Times of another
  /// number or order are even ones.
  open var keyTimes: [NSNumber]? { didSet { made = nil } }
  /// How progress is made from each value to the next.
  open var timingFunctions: [CAMediaTimingFunction]? { didSet { made = nil } }
  /// How one gets from a value to the next.
  open var calculationMode = CAAnimationCalculationMode.linear { didSet { made = nil } }
  /// In the cubic modes, for each value: 1 is tight, −1 is wide.
  open var tensionValues: [NSNumber]? { didSet { made = nil } }
  /// In the cubic modes, for each value: 1 and −1 are corners.
  open var continuityValues: [NSNumber]? { didSet { made = nil } }
  /// In the cubic modes, for each value: 1 bends before it, −1 after.
  open var biasValues: [NSNumber]? { didSet { made = nil } }
  /// With a path: turns the layer's transform about z.
  open var rotationMode: CAAnimationRotationMode?

  /// What was made of the values, for as long as nobody changes them and they animate the same kind of value.
  private var made: (kind: Any.Type, frames: Keyframes?, track: PathTrack?)?

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CAKeyframeAnimation else { return }
    (values, path, keyTimes, timingFunctions) = (other.values, other.path, other.keyTimes, other.timingFunctions)
    (calculationMode, rotationMode) = (other.calculationMode, other.rotationMode)
    (tensionValues, continuityValues) = (other.tensionValues, other.continuityValues)
    biasValues = other.biasValues
  }

  private var mode: Keyframes.Mode {
    switch calculationMode {
    case .discrete: .discrete
    case .paced: .paced
    case .cubic: .cubic
    case .cubicPaced: .cubicPaced
    default: .linear
    }
  }

  private func bends(_ count: Int) -> [Spline.Bend] {
    func number(_ list: [NSNumber]?, _ index: Int) -> Double {
      guard let list, list.indices.contains(index) else { return 0 }
      let value = list[index].doubleValue
      return value.isNaN ? 0 : min(max(value, -1), 1)
    }
    return (0..<count).map {
      Spline.Bend(
        tension: number(tensionValues, $0), continuity: number(continuityValues, $0), bias: number(biasValues, $0))
    }
  }

  private func tracks(like model: Any?) -> (frames: Keyframes?, track: PathTrack?) {
    let kind: Any.Type = model.map { type(of: $0) } ?? Void.self
    if let made, made.kind == kind { return (made.frames, made.track) }
    let times = keyTimes?.map(\.doubleValue)
    let curves = timingFunctions?.map(\.curve) ?? []
    var (frames, track): (Keyframes?, PathTrack?)
    if let path {
      track = PathTrack(path.outline, times: times, mode: mode, curves: curves)
    } else if let values {
      let read = values.compactMap { AnimatedValue($0, like: model)?.value }
      if let first = read.first, read.count == values.count, read.allSatisfy({ $0.isOfKind(of: first) }) {
        frames = Keyframes(read, times: times, mode: mode, curves: curves, bends: bends(read.count))
      }
    }
    made = (kind, frames, track)
    return (frames, track)
  }

  override func value(_ moment: Timing.Moment, like model: Any?) -> AnyInterpolable? {
    let (frames, track) = tracks(like: model)
    if let track {
      guard model == nil || model is CGPoint else { return nil }
      return track.place(at: moment.progress).map { AnyInterpolable($0) }
    }
    return frames?.value(at: moment.progress)
  }

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    super.show(moment, on: target)
    guard rotationMode == .rotateAuto || rotationMode == .rotateAutoReverse, let keyPath,
      let angle = tracks(like: target.modelValue(at: keyPath)).track?.angle(at: moment.progress),
      let own = target.shownValue(at: "transform") as? CATransform3D
    else { return }
    let turn = CATransform3DMakeRotation(angle + (rotationMode == .rotateAutoReverse ? .pi : 0), 0, 0, 1)
    target.show(CATransform3DConcat(turn, own), at: "transform")
  }
}
