// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// A span of time: from `start` on, up to `end` and without it.
///
/// It is valid when both times are, `start` is no infinity, and `duration` is not below 0 and has epoch 0.
public struct CMTimeRange: Hashable, Sendable {
  /// The first time of the span.
  public var start: CMTime
  /// How long it is; its epoch is 0.
  public var duration: CMTime

  /// An invalid range.
  public init() { self = .invalid }

  /// A span by its start and its length, taken as they are.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

  /// A span by its start and its end; not valid when the end is earlier or both are of different epochs.
  public init(start: CMTime, end: CMTime) {
    var duration = end - start
    if duration.isNumeric { duration.epoch = 0 }
    self.init(start: start, duration: duration)
  }

  /// Nothing, at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No span.
  public static let invalid = CMTimeRange(start: .invalid, duration: .invalid)

  /// False when the times are no span; see ``CMTimeRange``.
  public var isValid: Bool {
    start.isValid && duration.isValid && !start.isPositiveInfinity && !start.isNegativeInfinity && duration.epoch == 0
      && duration >= .zero
  }

  /// True when nobody knows yet where it is, or how long.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// True when it is valid and holds no time.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Where the span ends: the first time that is not in it, in the epoch of its start.
  public var end: CMTime {
    guard isValid else { return .invalid }
    var length = duration
    if length.isNumeric { length.epoch = start.epoch }
    return start + length
  }

  /// True when `start` ≤ time < `end`.
  public func containsTime(_ time: CMTime) -> Bool {
    isDefinite && time.isNumeric && time.epoch == start.epoch && start <= time && time < end
  }

  /// True when all of the other span is in this one; an empty one when its start is in it or at its end.
  public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
    isDefinite && otherRange.isDefinite && start.epoch == otherRange.start.epoch && start <= otherRange.start
      && otherRange.end <= end
  }

  /// What both spans hold; ``zero`` when that is nothing, ``invalid`` when one of them is not valid or indefinite.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite else { return .invalid }
    let from = CMTimeMaximum(start, otherRange.start)
    let to = CMTimeMinimum(end, otherRange.end)
    return start.epoch == otherRange.start.epoch && from < to ? CMTimeRange(start: from, end: to) : .zero
  }

  /// The least span that holds both, and what is between them; ``invalid`` when one of them is not valid or indefinite,
  /// or when their epochs differ.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, start.epoch == otherRange.start.epoch else { return .invalid }
    return CMTimeRange(start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
  }

  private var isDefinite: Bool { isValid && !isIndefinite }
}

extension CMTimeRange: CustomStringConvertible {
  /// For example `{{0/1 = 0.000}, {90/30 = 3.000}}`: start and duration.
  public var description: String { "{\(start), \(duration)}" }
}
