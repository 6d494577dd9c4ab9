import CoreMedia

/// A stretch of an asset's time in which a track shows something, or nothing. A value that nobody changes.
public final class AVAssetTrackSegment: Sendable {
  /// The track's own times, and when they are shown: from the asset's start on.
  public let timeMapping: CMTimeMapping
  /// True where nothing is shown: `timeMapping.source` is no time then.
  public let isEmpty: Bool

  init(_ source: CMTimeRange?, shown target: CMTimeRange) {
    timeMapping = CMTimeMapping(source: source ?? .invalid, target: target)
    isEmpty = source == nil
  }
}

extension AVAssetTrack {
  /// When the track shows what: nothing until it begins, then all of it at its own rate. Edit lists are followed before
  /// times are known here, so a track has no other parts.
  public var segments: [AVAssetTrackSegment] {
    let range = timeRange
    let shown = AVAssetTrackSegment(CMTimeRange(start: .zero, duration: range.duration), shown: range)
    if range.start <= .zero { return [shown] }
    return [AVAssetTrackSegment(nil, shown: CMTimeRange(start: .zero, duration: range.start)), shown]
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// When the track shows what.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { AVAsyncProperty { $0.segments } }
}
