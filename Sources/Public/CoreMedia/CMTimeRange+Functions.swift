// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Core Media's functions.

/// Returns a range with this start and duration, without changing them.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Returns a range from its start and end; invalid if the end is before the start or their epochs differ.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// Returns the end of the range, which is not part of it.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Returns whether the ranges have equal starts and equal durations.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Returns whether the range contains the time.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

/// Returns whether the first range contains the whole of the other one.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}

/// Returns the intersection of both ranges.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}

/// Returns the least range that contains both ranges, including any gap between them.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}

/// Returns the time of the range that is nearest to `time`. The end of the range counts as part of it. Invalid if the
/// range is invalid or indefinite, or the time is.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard range.isValid, !range.isIndefinite, time.isValid, !time.isIndefinite else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Returns a description with start and duration. The allocator is ignored.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
  range.description as CFString
}

/// Prints the range.
public func CMTimeRangeShow(_ range: CMTimeRange) { print(range.description) }

/// Returns whether the range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Returns whether the range is invalid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Returns whether the start or the duration is not known yet.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Returns whether the range is valid and has no duration.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
