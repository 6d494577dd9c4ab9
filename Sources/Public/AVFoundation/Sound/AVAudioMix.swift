import CoreMedia
import Synchronization

/// The volumes of an asset's tracks over time, for playback and export. A mutable mix may be changed by one thread at a
/// time. Players and exports copy its values when it is set.
open class AVAudioMix: @unchecked Sendable {
  /// The parameters of tracks. Tracks without parameters keep their volume. Of several for a track, the last is used.
  public fileprivate(set) var inputParameters: [AVAudioMixInputParameters] = []

  /// Creates a mix that changes nothing.
  public init() {}

  /// The volume curves, by track identifiers.
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

/// The volume of a track over time: the original volume before the first time that is set, and the last one after it.
open class AVAudioMixInputParameters: @unchecked Sendable {
  /// The identifier of the track; `kCMPersistentTrackID_Invalid` for none.
  public fileprivate(set) var trackID: CMPersistentTrackID
  fileprivate(set) var curve = VolumeCurve()

  fileprivate init(_ trackID: CMPersistentTrackID) { self.trackID = trackID }

  /// Returns the volume ramp that contains a time.
  ///
  /// - Parameters:
  ///   - startVolume: receives the volume at the start of the range.
  ///   - endVolume: receives the volume at the end of the range.
  ///   - timeRange: receives the range, in which the volume changes linearly.
  /// - Returns: false after the last ramp, and if no volume is set; nothing is written then.
  public func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = curve.ramp(around: time) else { return false }
    startVolume?.pointee = ramp.start
    endVolume?.pointee = ramp.end
    timeRange?.pointee = ramp.range
    return true
  }
}

/// Parameters that can be changed.
public final class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  /// Creates parameters without a track. Set `trackID` later.
  public convenience init() { self.init(track: nil) }

  /// Creates parameters of a track.
  public init(track: AVAssetTrack?) { super.init(track?.trackID ?? kCMPersistentTrackID_Invalid) }

  override public var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { super.trackID = newValue }
  }

  /// Sets the volume of the track from a time on: 1 for the original volume, 0 for silence. Volumes are clamped to 0 to
  /// 64; NaN becomes 0. Times that are not numeric are ignored.
  public func setVolume(_ volume: Float, at time: CMTime) {
    curve.add(VolumeCurve.Ramp(range: CMTimeRange(start: time, duration: .zero), start: volume, end: volume))
  }

  /// Sets a linear volume ramp in a range. The end volume continues after it. A ramp that begins inside of another one
  /// ends that one.
  public func setVolumeRamp(
    fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange
  ) {
    curve.add(VolumeCurve.Ramp(range: timeRange, start: startVolume, end: endVolume))
  }
}
