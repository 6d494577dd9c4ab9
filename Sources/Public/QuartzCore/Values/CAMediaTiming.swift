import CoreGraphics

/// Seconds.
public typealias CFTimeInterval = Double

/// What an animation or a layer does before its beginning and after its end.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Any name; those that are not known act as `removed`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its end goes on.
  public static let forwards = Self(rawValue: "forwards")
  /// Its beginning is there before it begins.
  public static let backwards = Self(rawValue: "backwards")
  /// Both.
  public static let both = Self(rawValue: "both")
  /// Nothing.
  public static let removed = Self(rawValue: "removed")
}

/// How time passes for an animation or a layer: seconds of whatever is above it become its own.
///
/// Own time = (time above − `beginTime`) · `speed` + `timeOffset`; of that, `duration` seconds are gone through as
/// often as the repeats say. Numbers that are none: the animation has no effect, the layer's time stands still.
public protocol CAMediaTiming: AnyObject {
  /// When it begins, in the time above. 0 for an animation: with the first frame after it was added.
  var beginTime: CFTimeInterval { get set }
  /// Seconds of own time that one turn takes. 0 for an animation: the transaction's, else a quarter of a second.
  var duration: CFTimeInterval { get set }
  /// How much faster own time passes than time above; 1 unless set, 0 stands still, below 0 runs backwards.
  var speed: Float { get set }
  /// Own time at the beginning.
  var timeOffset: CFTimeInterval { get set }
  /// How many turns; 0 is one. May be infinite or hold a fraction.
  var repeatCount: Float { get set }
  /// How long turns follow each other, seconds of own time; counts in place of `repeatCount` where it is above 0.
  var repeatDuration: CFTimeInterval { get set }
  /// True to run back after each turn, which then takes twice as long.
  var autoreverses: Bool { get set }
  /// What is before the beginning and after the end.
  var fillMode: CAMediaTimingFillMode { get set }
}
