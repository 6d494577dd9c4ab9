// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Core Media's functions, by their names.

/// `value` / `timescale` seconds; invalid when the timescale is not above 0.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// `value` / `timescale` seconds in a turn of a loop; invalid when the timescale is not above 0.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  var time = CMTime(value: value, timescale: timescale)
  if time.isValid { time.epoch = epoch }
  return time
}

/// Seconds as `CMTime(seconds:preferredTimescale:)` has them.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds, as near as a `Double` has it; NaN for invalid and indefinite ones.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// The time at another timescale, as `convertScale(_:method:)` has it.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// The sum, by the rules of `+`.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// The difference, by the rules of `-`.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// So many times the time, by the rules of `*`.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time * multiplier }

/// The time by a factor, by the rules of `*`.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime { time * multiplier }

/// The time · multiplier / divisor.
///
/// Exact where a `CMTime` holds the result: at the least timescale that has both the time's parts and the result, or
/// that of the reduced fraction. Else the nearest fraction that a `CMTime` can hold, with `hasBeenRounded`. By 0:
/// invalid when the time or the multiplier is 0, too; else an infinity. An infinite time stays infinite, with the sign
/// of the product.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: multiplier, over: divisor)
}

/// −1, 0 or 1: whether the first time comes before the second one, is equal to it, or comes after it.
///
/// Negative infinity, numbers, indefinite, positive infinity, invalid: in this order; times of one kind that is not
/// numeric are equal. Of numbers the epoch counts first, then the exact value, whatever the timescales are.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.compare(time2) }

/// The earlier time, the first one of equal ones.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// The later time, the first one of equal ones.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// The time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  switch time.kind {
  case .negativeInfinity: .positiveInfinity
  case .numeric: time.value < 0 ? time * -1 : time
  case .positiveInfinity, .indefinite, .invalid: time
  }
}

/// The time as text, for example `{1001/30000 = 0.033}`. The allocator does not count.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  time.description as CFString
}

/// Prints the time.
public func CMTimeShow(_ time: CMTime) { print(time.description) }

/// False for what is no time at all.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// True for what is no time at all.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// True for what is later than every number.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// True for what is earlier than every number.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// True for a time that nobody knows yet.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// True for a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// True for a number of seconds that was rounded on the way.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
