import AnimationMath
import CoreGraphics
import Foundation

/// The interpolation between keyframes.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Creates a mode from any name; unknown names act as `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Linear interpolation.
  public static let linear = Self(rawValue: "linear")
  /// Each value is held until the next.
  public static let discrete = Self(rawValue: "discrete")
  /// Linear interpolation at constant speed. Times and timing curves are ignored.
  public static let paced = Self(rawValue: "paced")
  /// A spline through all values.
  public static let cubic = Self(rawValue: "cubic")
  /// A spline through all values, at constant speed. Times and timing curves are ignored.
  public static let cubicPaced = Self(rawValue: "cubicPaced")
}

/// The orientation of a layer that moves along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Creates a mode from any name; unknown names do not rotate.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis follows the tangent.
  public static let rotateAuto = Self(rawValue: "auto")
  /// The layer's x axis follows the reversed tangent.
  public static let rotateAutoReverse = Self(rawValue: "autoReverse")
}

/// An animation through a list of values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values. If one does not match the type of the first or of the property, the animation has no effect.
  open var values: [Any]? { didSet { cachedTracks = nil } }
  /// A motion path for a point, which replaces `values`: the start of the first line or curve and the end of each one
  /// is a keyframe.
  open var path: CGPath? {
    didSet {
      path = path?.copy()
      cachedTracks = nil
    }
  }
  /// The times of the values: 0...1, nondecreasing, one for each value; in the mode `discrete` one more. Invalid times
  /// are spaced evenly.
  open var keyTimes: [NSNumber]? { didSet { cachedTracks = nil } }
  /// The timing curves of the intervals between values.
  open var timingFunctions: [CAMediaTimingFunction]? { didSet { cachedTracks = nil } }
  /// The interpolation between values.
  open var calculationMode = CAAnimationCalculationMode.linear { didSet { cachedTracks = nil } }
  /// The tension at each value in the cubic modes: 1 is tight, −1 is loose.
  open var tensionValues: [NSNumber]? { didSet { cachedTracks = nil } }
  /// The continuity at each value in the cubic modes: 1 and −1 are corners.
  open var continuityValues: [NSNumber]? { didSet { cachedTracks = nil } }
  /// The bias at each value in the cubic modes: 1 bends before it, −1 after.
  open var biasValues: [NSNumber]? { didSet { cachedTracks = nil } }
  /// With a path, rotates the layer's transform about z.
  open var rotationMode: CAAnimationRotationMode?

  /// The computed keyframes, cached until a property changes or the type of the animated value differs.
  private var cachedTracks: (kind: Any.Type, frames: Keyframes?, track: PathTrack?)?

  override func copyProperties(from other: CAAnimation) {
    super.copyProperties(from: other)
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

  private func splineParameters(_ count: Int) -> [Spline.Parameters] {
    func number(_ list: [NSNumber]?, _ index: Int) -> Double {
      guard let list, list.indices.contains(index) else { return 0 }
      let value = list[index].doubleValue
      return value.isNaN ? 0 : min(max(value, -1), 1)
    }
    return (0..<count).map {
      Spline.Parameters(
        tension: number(tensionValues, $0), continuity: number(continuityValues, $0), bias: number(biasValues, $0))
    }
  }

  private func tracks(like model: Any?) -> (frames: Keyframes?, track: PathTrack?) {
    let kind: Any.Type = model.map { type(of: $0) } ?? Void.self
    if let cached = cachedTracks, cached.kind == kind { return (cached.frames, cached.track) }
    let times = keyTimes?.map(\.doubleValue)
    let curves = timingFunctions?.map(\.curve) ?? []
    var (frames, track): (Keyframes?, PathTrack?)
    if let path {
      track = PathTrack(path.outline, times: times, mode: mode, curves: curves)
    } else if let values {
      let read = values.compactMap { AnimatedValue($0, like: model)?.value }
      if let first = read.first, read.count == values.count, read.allSatisfy({ $0.hasSameType(as: first) }) {
        frames = Keyframes(
          read, times: times, mode: mode, curves: curves, splineParameters: splineParameters(read.count))
      }
    }
    cachedTracks = (kind, frames, track)
    return (frames, track)
  }

  override func value(_ moment: Timing.Moment, like model: Any?) -> AnyInterpolable? {
    let (frames, track) = tracks(like: model)
    if let track {
      guard model == nil || model is CGPoint else { return nil }
      return track.position(at: moment.progress).map { AnyInterpolable($0) }
    }
    return frames?.value(at: moment.progress)
  }

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    super.show(moment, on: target)
    guard rotationMode == .rotateAuto || rotationMode == .rotateAutoReverse, let keyPath,
      let angle = tracks(like: target.modelValue(at: keyPath)).track?.angle(at: moment.progress),
      let transform = target.shownValue(at: "transform") as? CATransform3D
    else { return }
    let rotation = CATransform3DMakeRotation(angle + (rotationMode == .rotateAutoReverse ? .pi : 0), 0, 0, 1)
    target.show(CATransform3DConcat(rotation, transform), at: "transform")
  }
}
