import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// The numerator of a `CMTime`: an integer.
public typealias CMTimeValue = Int64
/// The denominator of a `CMTime`: the number of units in a second.
public typealias CMTimeScale = Int32
/// The loop iteration of a `CMTime`.
public typealias CMTimeEpoch = Int64

/// The greatest timescale: 2³¹ − 1 units in a second.
public var kCMTimeMaxTimescale: CMTimeScale { .max }

/// The flags of a `CMTime`: its kind, and whether it was rounded.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Set in every time except an invalid one.
  public static let valid = CMTimeFlags(rawValue: 1 << 0)
  /// The value was rounded during computation, or computed from a rounded one.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
  /// The time is after every number.
  public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
  /// The time is before every number.
  public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
  /// The time is not known yet, as the duration of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
  /// The flags of times that are valid but not numeric.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// The rounding of a value that a timescale cannot represent.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To nearest; halves away from 0.
  case roundHalfAwayFromZero = 1
  /// Down in size.
  case roundTowardZero = 2
  /// To the smaller absolute value.
  case roundAwayFromZero = 3
  /// To the greater absolute value.
  case quickTime = 4
  /// Toward 0 to a lower timescale and away from 0 to a higher one; a negative time never becomes 0.
  case roundTowardPositiveInfinity = 5
  /// To the next earlier value.
  case roundTowardNegativeInfinity = 6

  /// To nearest; halves away from 0.
  public static let `default` = roundHalfAwayFromZero
}

/// A time in seconds as a fraction: `value` / `timescale`. The duration of a frame at 29.97 frames a second is exactly
/// 1001 / 30000.
///
/// Arithmetic, comparison and conversion are exact if a `CMTime` can represent the result. Otherwise the exact result
/// is rounded once and marked (`hasBeenRounded`). Nothing traps: undefined results are invalid.
///
/// A time is numeric if it is valid, neither infinite nor indefinite, and its timescale is above 0. Times with the same
/// value are equal and have the same hash, regardless of their timescales: 1/2 == 30/60.
public struct CMTime: Sendable {
  /// The numerator, which may be negative.
  public var value: CMTimeValue
  /// The number of units in a second. Above 0 in a numeric time.
  public var timescale: CMTimeScale
  /// The kind of time, and whether it was rounded.
  public var flags: CMTimeFlags
  /// The loop iteration. Times of later iterations come after all times of earlier ones. 0 for durations.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a time from its components, without changing them.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Creates a time of `value` / `timescale` seconds; invalid if the timescale is not above 0.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Creates a time from seconds, rounded to nearest at `preferredTimescale`. If the value does not fit, the timescale
  /// is halved until it does.
  ///
  /// - Returns: an invalid time for NaN and for timescales that are not above 0; an infinity if no timescale fits.
  ///   `hasBeenRounded` is set if the time's `seconds` differ from `seconds`.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self.init()
      return
    }
    guard seconds.isFinite else {
      self = seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self = ExactSeconds(1, over: 1, times: seconds).time(timescale: preferredTimescale, epoch: 0, isRounded: false)
    guard isNumeric else { return }
    flags = self.seconds == seconds ? .valid : [.valid, .hasBeenRounded]
  }

  /// 0 seconds.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// An invalid time.
  public static let invalid = CMTime()
  /// A time that is not known yet.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// A time after every number.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// A time before every number.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
}

extension CMTime {
  /// The kind of a time. Times of a later case are greater.
  enum Kind: Int {
    case negativeInfinity
    case numeric
    case indefinite
    case positiveInfinity
    case invalid
  }

  var kind: Kind {
    if !flags.contains(.valid) { return .invalid }
    if flags.contains(.positiveInfinity) { return .positiveInfinity }
    if flags.contains(.negativeInfinity) { return .negativeInfinity }
    if flags.contains(.indefinite) { return .indefinite }
    // The caller may have set the timescale to 0 or less, which makes arithmetic undefined.
    return timescale > 0 ? .numeric : .invalid
  }

  /// Whether the time is valid.
  public var isValid: Bool { kind != .invalid }
  /// Whether the time is positive infinity.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// Whether the time is negative infinity.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }
  /// Whether the time is not known yet.
  public var isIndefinite: Bool { kind == .indefinite }
  /// Whether the time is a number of seconds.
  public var isNumeric: Bool { kind == .numeric }
  /// Whether the time is a number of seconds that was rounded during computation.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds, rounded to a `Double`; NaN for invalid and indefinite times.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }

  /// Returns the time at another timescale.
  ///
  /// - Returns: a non-numeric time unchanged; an invalid time if `newTimescale` is not above 0; an infinity if the
  ///   value does not fit. `hasBeenRounded` is set if it was set in this time, or if the new value is not exact.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    let rounding =
      method != .quickTime ? method : newTimescale < timescale ? .roundTowardZero : .roundAwayFromZero
    let exact = ExactSeconds(Int128(value), over: Int64(timescale))
    guard let (converted, isExact) = exact.value(timescale: newTimescale, method: rounding) else {
      return value < 0 ? .negativeInfinity : .positiveInfinity
    }
    let isLost = method == .quickTime && value < 0 && converted == 0
    var time = CMTime(value: isLost ? -1 : converted, timescale: newTimescale, flags: .valid, epoch: epoch)
    if hasBeenRounded || !isExact { time.flags.insert(.hasBeenRounded) }
    return time
  }
}

extension CMTime: CustomStringConvertible {
  /// A description, for example `{1001/30000 = 0.033}`. `rounded` and the epoch are only printed if they are set.
  public var description: String {
    switch kind {
    case .invalid: return "{INVALID}"
    case .indefinite: return "{INDEFINITE}"
    case .positiveInfinity: return "{+INFINITY}"
    case .negativeInfinity: return "{-INFINITY}"
    case .numeric:
      let (rounded, epochText) = (hasBeenRounded ? ", rounded" : "", epoch == 0 ? "" : ", epoch \(epoch)")
      return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(rounded)\(epochText)}"
    }
  }
}
