import CVideo
import CoreMedia
import Foundation

/// What is written without an image being decoded.
struct PacketPreset: Sendable {
  private(set) var fileTypes: [AVFileType]
  /// Which tracks go on.
  private(set) var mediaTypes: Set<AVMediaType>
  /// What becomes of sound.
  private(set) var sound: SoundHandling

  /// All as it is.
  static let passthrough = PacketPreset(
    fileTypes: AVFileType.written, mediaTypes: [.video, .audio, .subtitle], sound: .copied)
  /// Sound alone, as it is where the file takes that.
  static let m4a = PacketPreset(fileTypes: [.m4a], mediaTypes: [.audio], sound: .kept)

  /// The same as the tools of this package ask for it.
  func with(_ encoding: ExportEncoding) -> PacketPreset {
    var preset = self
    if encoding.descriptor != nil { preset.fileTypes = [.nut] }
    preset.sound = encoding.sound
    if encoding.sound == .none { preset.mediaTypes.remove(.audio) }
    return preset
  }
}

extension PacketPreset {
  /// Of an asset's tracks those that go on.
  struct Choice {
    var tracks: [TrackFacts] = []
    /// How sound is encoded, by the places of tracks; the packets of others are passed on.
    var sounds: [Int32: SoundEncoding] = [:]
    /// A line for each that does not, of those that anybody would expect.
    var leftOut: [String] = []
  }

  /// - Throws: for images and sound that the container does not take.
  func choice(
    of tracks: [TrackFacts], in container: String, for range: CMTimeRange,
    _ mix: [CMPersistentTrackID: VolumeCurve] = [:], url: URL
  ) throws(AVError) -> Choice {
    var choice = Choice()
    for track in tracks {
      guard mediaTypes.contains(track.mediaType), !track.stream.isStillImage else {
        // Sound is left out only where that is asked.
        if mediaTypes.contains(.video), track.mediaType != .audio {
          choice.leftOut.append("\(Self.name(track)) is not exported")
        }
        continue
      }
      let encoding = track.mediaType == .audio ? try sound.encoding(of: track, in: container, for: range, mix) : nil
      if track.isTaken(by: container) || encoding != nil {
        choice.tracks.append(track)
        choice.sounds[track.index] = encoding
      } else if track.mediaType == .subtitle {
        choice.leftOut.append("\(Self.name(track)) is not exported: \(container) does not take it")
      } else {
        throw AVError(
          .operationNotSupportedForAsset,
          "\(Self.name(track)) cannot be passed on into \(container); write .mkv, which takes all, or choose a preset "
            + "that encodes", url: url)
      }
    }
    return choice
  }

  private static func name(_ track: TrackFacts) -> String {
    let kind =
      switch track.mediaType {
      case .video: track.stream.isStillImage ? "a still image" : "images"
      case .audio: "sound"
      case .subtitle: "subtitles"
      default: "data"
      }
    return "stream \(track.index + 1), \(kind) (\(text(track.stream.codec))),"
  }
}
