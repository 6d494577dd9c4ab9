import CVideo
import CoreMedia
import Foundation

/// A preset that writes packets without decoding frames.
struct PacketPreset: Sendable {
  private(set) var fileTypes: [AVFileType]
  /// The media types of exported tracks.
  private(set) var mediaTypes: Set<AVMediaType>
  /// The handling of sound.
  private(set) var sound: SoundHandling

  /// Copies all tracks.
  static let passthrough = PacketPreset(
    fileTypes: AVFileType.written, mediaTypes: [.video, .audio, .subtitle], sound: .copied)
  /// Exports only sound, which is copied if the container supports it.
  static let m4a = PacketPreset(fileTypes: [.m4a], mediaTypes: [.audio], sound: .automatic)

  /// Returns the preset with the settings of this package's tools.
  func with(_ encoding: ExportEncoding) -> PacketPreset {
    var preset = self
    if encoding.descriptor != nil { preset.fileTypes = [.nut] }
    preset.sound = encoding.sound
    if encoding.sound == .none { preset.mediaTypes.remove(.audio) }
    return preset
  }
}

extension PacketPreset {
  /// The choice of an asset's tracks.
  struct Choice {
    var tracks: [TrackFacts] = []
    /// The encodings of sound tracks, by stream index. The packets of other tracks are copied.
    var sounds: [Int32: SoundEncoding] = [:]
    /// A log line for each omitted track that a user may expect.
    var omitted: [String] = []
  }

  /// Chooses the tracks to export.
  ///
  /// - Throws: an error for video and sound that the container does not support.
  func choice(
    of tracks: [TrackFacts], in container: String, for range: CMTimeRange,
    _ mix: [CMPersistentTrackID: VolumeCurve] = [:], url: URL
  ) throws(AVError) -> Choice {
    var choice = Choice()
    for track in tracks {
      guard mediaTypes.contains(track.mediaType), !track.stream.isStillImage else {
        // Sound is only omitted on request.
        if mediaTypes.contains(.video), track.mediaType != .audio {
          choice.omitted.append("\(Self.name(track)) is not exported")
        }
        continue
      }
      let encoding = track.mediaType == .audio ? try sound.encoding(of: track, in: container, for: range, mix) : nil
      if track.isSupported(by: container) || encoding != nil {
        choice.tracks.append(track)
        choice.sounds[track.index] = encoding
      } else if track.mediaType == .subtitle {
        choice.omitted.append("\(Self.name(track)) is not exported: \(container) does not support it")
      } else {
        throw AVError(
          .operationNotSupportedForAsset,
          "\(Self.name(track)) cannot be copied into \(container); write .mkv, which supports all codecs, or choose a "
            + "preset that encodes", url: url)
      }
    }
    return choice
  }

  private static func name(_ track: TrackFacts) -> String {
    let kind =
      switch track.mediaType {
      case .video: track.stream.isStillImage ? "a still image" : "video"
      case .audio: "sound"
      case .subtitle: "subtitles"
      default: "data"
      }
    return "stream \(track.index + 1), \(kind) (\(text(track.stream.codec))),"
  }
}
