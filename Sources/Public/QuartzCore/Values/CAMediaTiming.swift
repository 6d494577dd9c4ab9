import CoreGraphics

/// Seconds.
public typealias CFTimeInterval = Double

/// The effect of an animation or a layer before its beginning and after its end.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Creates a mode from any name; unknown names act as `removed`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The final state continues after the end.
  public static let forwards = Self(rawValue: "forwards")
  /// The initial state applies before the beginning.
  public static let backwards = Self(rawValue: "backwards")
  /// Both `forwards` and `backwards`.
  public static let both = Self(rawValue: "both")
  /// No effect before the beginning and after the end.
  public static let removed = Self(rawValue: "removed")
}

/// The timing of an animation or a layer: the map from the parent's time to local time, and the repetitions, in
/// seconds.
///
/// Local time = (parent time − `beginTime`) · `speed` + `timeOffset`; `duration` seconds of it are repeated. If a value
/// is a NaN, an animation has no effect, and a layer's time is constant.
public protocol CAMediaTiming: AnyObject {
  /// The begin time, in the parent's time. For an animation, 0 means the first frame after it was added.
  var beginTime: CFTimeInterval { get set }
  /// Seconds of local time of one iteration. For an animation, 0 means the duration of the transaction, which is 0.25
  /// unless set.
  var duration: CFTimeInterval { get set }
  /// The rate of local time relative to the parent's time; 1 unless set. 0 stops the time, and negative values reverse
  /// it.
  var speed: Float { get set }
  /// The local time at the beginning.
  var timeOffset: CFTimeInterval { get set }
  /// The number of iterations; 0 means one. May be fractional or infinite.
  var repeatCount: Float { get set }
  /// Seconds of local time of all iterations. If above 0, it replaces `repeatCount`.
  var repeatDuration: CFTimeInterval { get set }
  /// If true, each iteration also runs backwards, and takes twice as long.
  var autoreverses: Bool { get set }
  /// The effect before the beginning and after the end.
  var fillMode: CAMediaTimingFillMode { get set }
}
