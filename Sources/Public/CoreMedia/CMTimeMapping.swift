// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// Which span of one line of times is which span of another: an edit.
///
/// It is valid when its target is; a source that is not valid is an empty edit, time in which nothing is shown.
public struct CMTimeMapping: Hashable, Sendable {
  /// The span where times come from.
  public var source: CMTimeRange
  /// The span where they go.
  public var target: CMTimeRange

  /// An invalid mapping.
  public init() { self.init(source: .invalid, target: .invalid) }

  /// A mapping by its spans, taken as they are.
  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// False when the target is no span.
  public var isValid: Bool { target.isValid }
  /// True for time in which nothing is shown.
  public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

/// A mapping by its spans, taken as they are.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

/// Nothing that is shown for the time of `target`.
public func CMTimeMappingMakeEmpty(_ target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}
