// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Core Media's functions.

/// Returns `value` / `timescale` seconds; invalid if the timescale is not above 0.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Returns `value` / `timescale` seconds in an iteration of a loop; invalid if the timescale is not above 0.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  var time = CMTime(value: value, timescale: timescale)
  if time.isValid { time.epoch = epoch }
  return time
}

/// Returns the time of `CMTime(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns the time in seconds, rounded to a `Double`; NaN for invalid and indefinite times.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Returns the time at another timescale, as `convertScale(_:method:)` does.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// Returns the sum, by the rules of `+`.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Returns the difference, by the rules of `-`.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Returns the time multiplied by an integer, by the rules of `*`.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time * multiplier }

/// Returns the time multiplied by a factor, by the rules of `*`.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime { time * multiplier }

/// Returns the time · multiplier / divisor.
///
/// The result is exact if a `CMTime` can represent it. Its timescale is the least common multiple of the time's
/// timescale and of the reduced denominator, or else the reduced denominator. If neither fits, the result is the
/// nearest fraction that a `CMTime` can represent, with `hasBeenRounded`. If the divisor is 0, the result is invalid
/// for a time or multiplier of 0, else infinite. An infinite time stays infinite, with the sign of the product.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: multiplier, over: divisor)
}

/// Returns −1, 0 or 1: whether the first time is before the second one, equal to it, or after it.
///
/// The order is: negative infinity, numbers, indefinite, positive infinity, invalid. Times of the same non-numeric kind
/// are equal. Numbers are compared by epoch, then by exact value, regardless of their timescales.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.compare(time2) }

/// Returns the earlier time, or the first one if they are equal.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// Returns the later time, or the first one if they are equal.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// Returns the absolute value of the time.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  switch time.kind {
  case .negativeInfinity: .positiveInfinity
  case .numeric: time.value < 0 ? time * -1 : time
  case .positiveInfinity, .indefinite, .invalid: time
  }
}

/// Returns a description of the time, for example `{1001/30000 = 0.033}`. The allocator is ignored.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  time.description as CFString
}

/// Prints the time.
public func CMTimeShow(_ time: CMTime) { print(time.description) }

/// Returns whether the time is valid.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Returns whether the time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Returns whether the time is positive infinity.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Returns whether the time is negative infinity.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Returns whether the time is not known yet.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Returns whether the time is a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Returns whether the time is a number of seconds that was rounded during computation.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
