import CoreMedia

/// A segment of an asset's time in which a track is shown, or in which it is empty. Immutable.
public final class AVAssetTrackSegment: Sendable {
  /// The mapping of the track's own times to presentation times, from the asset's start.
  public let timeMapping: CMTimeMapping
  /// Whether nothing is shown. `timeMapping.source` is then invalid.
  public let isEmpty: Bool

  init(_ source: CMTimeRange?, shown target: CMTimeRange) {
    timeMapping = CMTimeMapping(source: source ?? .invalid, target: target)
    isEmpty = source == nil
  }
}

extension AVAssetTrack {
  /// The segments of the track: an empty one until it begins, then the whole track at its own rate. FFmpeg applies edit
  /// lists before times are read, so there are no other segments.
  public var segments: [AVAssetTrackSegment] {
    let range = timeRange
    let shown = AVAssetTrackSegment(CMTimeRange(start: .zero, duration: range.duration), shown: range)
    if range.start <= .zero { return [shown] }
    return [AVAssetTrackSegment(nil, shown: CMTimeRange(start: .zero, duration: range.start)), shown]
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The segments of the track.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { AVAsyncProperty { $0.segments } }
}
