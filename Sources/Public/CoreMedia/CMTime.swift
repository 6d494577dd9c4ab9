import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// The number of parts of a `CMTime`: a whole number.
public typealias CMTimeValue = Int64
/// Parts of a second: how fine a `CMTime` counts.
public typealias CMTimeScale = Int32
/// Which turn of a loop a `CMTime` belongs to.
public typealias CMTimeEpoch = Int64

/// The finest timescale, 2³¹ − 1 parts of a second.
public var kCMTimeMaxTimescale: CMTimeScale { .max }

/// What kind of time a `CMTime` is.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Without it the time is no time at all.
  public static let valid = CMTimeFlags(rawValue: 1 << 0)
  /// The value was rounded on the way, here or in what it was computed from.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
  /// Later than every number.
  public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
  /// Earlier than every number.
  public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
  /// A time that nobody knows yet: the length of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
  /// All flags of which one says that the time is no number.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// How a value is rounded that a timescale cannot hold.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To nearest; halves away from 0.
  case roundHalfAwayFromZero = 1
  /// Down in size.
  case roundTowardZero = 2
  /// Up in size.
  case roundAwayFromZero = 3
  /// Toward 0 to a coarser timescale and away from 0 to a finer one; a time below 0 never becomes 0.
  case quickTime = 4
  /// To the next later value.
  case roundTowardPositiveInfinity = 5
  /// To the next earlier value.
  case roundTowardNegativeInfinity = 6

  /// To nearest; halves away from 0.
  public static let `default` = roundHalfAwayFromZero
}

/// A time in seconds as a fraction: `value` / `timescale`. One frame at 29.97 frames a second is 1001 / 30000, exactly.
///
/// Arithmetic, comparison and conversion are exact where a `CMTime` holds the result; where it does not, the result is
/// rounded once, from the exact number, and says so (`hasBeenRounded`). Nothing traps: what has no answer is invalid.
///
/// A time is numeric when it is valid, neither infinite nor indefinite, and its timescale is above 0. Equal times have
/// one hash, whatever their timescales: 1/2 == 30/60.
public struct CMTime: Sendable {
  /// How many parts; may be negative.
  public var value: CMTimeValue
  /// How many parts make a second. Above 0 in a numeric time.
  public var timescale: CMTimeScale
  /// What kind of time this is.
  public var flags: CMTimeFlags
  /// Which turn of a loop this is in: later turns come after all times of earlier ones. 0 for durations.
  public var epoch: CMTimeEpoch

  /// An invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// A time by its parts, taken as they are.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// `value` / `timescale` seconds; invalid when the timescale is not above 0.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Seconds, rounded to nearest at `preferredTimescale`, or at the first of its halves, quarters … whose value fits.
  ///
  /// - Returns: invalid for NaN and for timescales that are not above 0; an infinity for what no timescale holds.
  ///   `hasBeenRounded` says that `seconds` would not give the same number back.
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
  /// No time.
  public static let invalid = CMTime()
  /// A time that nobody knows yet.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// Later than every number.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Earlier than every number.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
}

extension CMTime {
  /// What kind of time it is, in the order of kinds: the later one is the greater time.
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
    // Somebody may have set it: no arithmetic has a meaning then.
    return timescale > 0 ? .numeric : .invalid
  }

  /// False for what is no time at all.
  public var isValid: Bool { kind != .invalid }
  /// True for what is later than every number.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// True for what is earlier than every number.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }
  /// True for a time that nobody knows yet.
  public var isIndefinite: Bool { kind == .indefinite }
  /// True for a number of seconds.
  public var isNumeric: Bool { kind == .numeric }
  /// True for a number of seconds that was rounded on the way.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds, as near as a `Double` has it; NaN for invalid and indefinite ones.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }

  /// The time at another timescale.
  ///
  /// - Returns: what is not numeric as it is; invalid when `newTimescale` is not above 0; an infinity when the value
  ///   does not fit. `hasBeenRounded` is set when this had it, or when the new value is not exact.
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
  /// For example `{1001/30000 = 0.033}`; `rounded` and the epoch are said where they are not as usual.
  public var description: String {
    switch kind {
    case .invalid: return "{INVALID}"
    case .indefinite: return "{INDEFINITE}"
    case .positiveInfinity: return "{+INFINITY}"
    case .negativeInfinity: return "{-INFINITY}"
    case .numeric:
      let (rounded, turn) = (hasBeenRounded ? ", rounded" : "", epoch == 0 ? "" : ", epoch \(epoch)")
      return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(rounded)\(turn)}"
    }
  }
}
