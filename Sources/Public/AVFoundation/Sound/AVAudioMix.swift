import CoreMedia
import Synchronization

/// How loud the tracks of an asset are over time, where it is played or exported. A mutable one may be changed by one
/// thread at a time; players and exports take what it says when they are given it.
open class AVAudioMix: @unchecked Sendable {
  /// Of tracks; those that are not among them stay as loud as they are. Of two of one track the last one counts.
  public fileprivate(set) var inputParameters: [AVAudioMixInputParameters] = []

  /// A mix that changes nothing.
  public init() {}

  /// By the numbers of tracks.
  var curves: [CMPersistentTrackID: VolumeCurve] {
    Dictionary(inputParameters.map { ($0.trackID, $0.curve) }) { $1 }
  }
}

/// A mix that can be changed.
public final class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  override public var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { super.inputParameters = newValue }
  }
}

/// How loud a track is over time: as it is up to the first time that is set, and as at the last one behind that.
open class AVAudioMixInputParameters: @unchecked Sendable {
  /// The track that is meant; `kCMPersistentTrackID_Invalid`: none.
  public fileprivate(set) var trackID: CMPersistentTrackID
  fileprivate(set) var curve = VolumeCurve()

  fileprivate init(_ trackID: CMPersistentTrackID) { self.trackID = trackID }

  /// How loud the track is around a time.
  ///
  /// - Parameters:
  ///   - startVolume: gets the volume where the range begins.
  ///   - endVolume: gets the volume where the range ends.
  ///   - timeRange: gets the range that holds the time, in which the volume goes evenly from one to the other.
  /// - Returns: false behind the last ramp, and where nothing is set; then nothing is written.
  public func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let piece = curve.piece(around: time) else { return false }
    startVolume?.pointee = piece.start
    endVolume?.pointee = piece.end
    timeRange?.pointee = piece.range
    return true
  }
}

/// Parameters that can be changed.
public final class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  /// Parameters of no track: `trackID` says which one later.
  public convenience init() { self.init(track: nil) }

  /// Parameters of a track.
  public init(track: AVAssetTrack?) { super.init(track?.trackID ?? kCMPersistentTrackID_Invalid) }

  override public var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { super.trackID = newValue }
  }

  /// Sets how loud the track is from a time on: 1 as it is, 0 silent. Numbers below 0 and those that are none are 0,
  /// above 64 they are 64; times that are no numbers are passed over.
  public func setVolume(_ volume: Float, at time: CMTime) {
    curve.add(VolumeCurve.Piece(range: CMTimeRange(start: time, duration: .zero), start: volume, end: volume))
  }

  /// Has the volume go evenly from one to another within a range; it stays at that behind it. A ramp that begins inside
  /// of another one ends that.
  public func setVolumeRamp(
    fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange
  ) {
    curve.add(VolumeCurve.Piece(range: timeRange, start: startVolume, end: endVolume))
  }
}
