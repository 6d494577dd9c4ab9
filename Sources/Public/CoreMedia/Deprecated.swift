// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names in older listings.

/// 0 seconds.
@available(*, deprecated, renamed: "CMTime.zero")
public var kCMTimeZero: CMTime { .zero }
/// An invalid time.
@available(*, deprecated, renamed: "CMTime.invalid")
public var kCMTimeInvalid: CMTime { .invalid }
/// A time that is not known yet.
@available(*, deprecated, renamed: "CMTime.indefinite")
public var kCMTimeIndefinite: CMTime { .indefinite }
/// A time after every number.
@available(*, deprecated, renamed: "CMTime.positiveInfinity")
public var kCMTimePositiveInfinity: CMTime { .positiveInfinity }
/// A time before every number.
@available(*, deprecated, renamed: "CMTime.negativeInfinity")
public var kCMTimeNegativeInfinity: CMTime { .negativeInfinity }
/// An empty range at 0.
@available(*, deprecated, renamed: "CMTimeRange.zero")
public var kCMTimeRangeZero: CMTimeRange { .zero }
/// An invalid range.
@available(*, deprecated, renamed: "CMTimeRange.invalid")
public var kCMTimeRangeInvalid: CMTimeRange { .invalid }

/// Returns `value` / `timescale` seconds; invalid if the timescale is not above 0.
@available(*, deprecated, renamed: "CMTimeMake(value:timescale:)")
public func CMTimeMake(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Returns the time of `CMTime(seconds:preferredTimescale:)`.
@available(*, deprecated, renamed: "CMTimeMakeWithSeconds(_:preferredTimescale:)")
public func CMTimeMakeWithSeconds(_ seconds: Double, _ preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns a range with this start and duration, without changing them.
@available(*, deprecated, renamed: "CMTimeRangeMake(start:duration:)")
public func CMTimeRangeMake(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
