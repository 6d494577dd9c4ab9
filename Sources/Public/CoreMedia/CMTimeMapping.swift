// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// An edit: a mapping of a range in one timeline to a range in another one.
///
/// It is valid if its target is valid. If its source is invalid, it is an empty edit, during which nothing is shown.
public struct CMTimeMapping: Hashable, Sendable {
  /// The range in the source timeline.
  public var source: CMTimeRange
  /// The range in the target timeline.
  public var target: CMTimeRange

  /// An invalid mapping.
  public init() { self.init(source: .invalid, target: .invalid) }

  /// Creates a mapping of these ranges, without changing them.
  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// Whether the target is a valid range.
  public var isValid: Bool { target.isValid }
  /// Whether it is an empty edit, during which nothing is shown.
  public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

/// Returns a mapping of these ranges, without changing them.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

/// Returns an empty edit: nothing is shown during `target`.
public func CMTimeMappingMakeEmpty(_ target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}
