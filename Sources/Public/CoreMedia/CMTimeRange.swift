// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// A time range: from `start` to `end`, without the end.
///
/// It is valid if both times are valid, `start` is not infinite, and `duration` is not negative and has epoch 0.
public struct CMTimeRange: Hashable, Sendable {
  /// The first time of the range.
  public var start: CMTime
  /// The duration of the range; its epoch is 0.
  public var duration: CMTime

  /// Creates an invalid range.
  public init() { self = .invalid }

  /// Creates a range with this start and duration, without changing them.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

  /// Creates a range from its start and end; invalid if the end is before the start or their epochs differ.
  public init(start: CMTime, end: CMTime) {
    var duration = end - start
    if duration.isNumeric { duration.epoch = 0 }
    self.init(start: start, duration: duration)
  }

  /// An empty range at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// An invalid range.
  public static let invalid = CMTimeRange(start: .invalid, duration: .invalid)

  /// Whether the range is valid; see ``CMTimeRange``.
  public var isValid: Bool {
    start.isValid && duration.isValid && !start.isPositiveInfinity && !start.isNegativeInfinity && duration.epoch == 0
      && duration >= .zero
  }

  /// Whether the start or the duration is not known yet.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// Whether the range is valid and has no duration.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// The end of the range, which is not part of it, in the epoch of its start.
  public var end: CMTime {
    guard isValid else { return .invalid }
    var length = duration
    if length.isNumeric { length.epoch = start.epoch }
    return start + length
  }

  /// Returns whether `start` ≤ time < `end`.
  public func containsTime(_ time: CMTime) -> Bool {
    isDefinite && time.isNumeric && time.epoch == start.epoch && start <= time && time < end
  }

  /// Returns whether this range contains the whole of another one. An empty range may start at the end of this one.
  public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
    isDefinite && otherRange.isDefinite && start.epoch == otherRange.start.epoch && start <= otherRange.start
      && otherRange.end <= end
  }

  /// Returns the intersection of both ranges; ``zero`` if it is empty, ``invalid`` if a range is invalid or indefinite.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite else { return .invalid }
    let from = CMTimeMaximum(start, otherRange.start)
    let to = CMTimeMinimum(end, otherRange.end)
    return start.epoch == otherRange.start.epoch && from < to ? CMTimeRange(start: from, end: to) : .zero
  }

  /// Returns the least range that contains both ranges, including any gap between them; ``invalid`` if a range is
  /// invalid or indefinite, or if their epochs differ.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, start.epoch == otherRange.start.epoch else { return .invalid }
    return CMTimeRange(start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
  }

  private var isDefinite: Bool { isValid && !isIndefinite }
}

extension CMTimeRange: CustomStringConvertible {
  /// A description with start and duration, for example `{{0/1 = 0.000}, {90/30 = 3.000}}`.
  public var description: String { "{\(start), \(duration)}" }
}
