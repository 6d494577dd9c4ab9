import CVideo
import CoreMedia

/// The encoding of an audio stream.
struct SoundEncoding: Sendable {
  /// FFmpeg's name of the encoder.
  let encoder: String
  let rate: Int32
  let channels: Int32
  /// The bit depth, if the encoder supports it.
  var bits: Int32 = 16
  /// The bit rate in bits a second; 0 for the encoder's default.
  var bitRate: Int32 = 0
  /// The greatest duration.
  var duration = CMTime.indefinite
  /// Whether the stream is played by default.
  var isDefault = true
  /// The volume over time.
  var volume = VolumeCurve()
  /// The time in the volume curve at which the output begins.
  var start = CMTime.zero

  /// The approximate bit rate of the output, in bits a second.
  var estimatedBitRate: Double { bitRate > 0 ? Double(bitRate) : Double(rate) * Double(channels) * Double(bits) }

  /// Returns the first available encoder of a codec.
  ///
  /// - Parameter codec: `aac`, `opus`, `vorbis`, `flac`, `alac`, `pcm`, or FFmpeg's name of an encoder.
  /// - Throws: the names of the missing encoders.
  static func encoder(of codec: String) throws(AVError) -> String {
    let known = [
      "opus": ["libopus"], "vorbis": ["libvorbis"], "pcm": ["pcm_s16le"], "mp3": ["libmp3lame"],
    ]
    let names = known[codec] ?? [codec]
    if let found = names.first(where: { vd_has_encoder($0) }) { return found }
    throw AVError(
      .encoderNotFound,
      "FFmpeg has no audio encoder \(names.joined(separator: " or ")); common ones are aac, opus, flac, alac and pcm"
    )
  }

  /// Returns the default bit rate in bits a second for a number of channels; 0 if the encoder needs none.
  static func defaultBitRate(of encoder: String, channels: Int32) -> Int32 {
    switch encoder {
    case "aac": 96_000 * channels
    case "libopus", "libvorbis", "libmp3lame": 80_000 * channels
    default: 0
    }
  }

  /// Opens the encoder and adds the stream. Returns the stream's index, or -1 and sets `failure`.
  func add(to output: OpaquePointer, _ failure: inout VDFailure) -> Int32 {
    let frameCount = duration.isNumeric ? TimeUnit(1, rate).count(duration) : -1
    return encoder.withCString { name in
      volume.steps(from: start, rate: rate).withUnsafeBufferPointer { volumes in
        var encoding = VDSoundEncoding(
          encoder: name, rate: rate, channels: channels, bits: bits, bitRate: bitRate, frameCount: frameCount,
          isDefault: isDefault, volumes: volumes.baseAddress, volumeCount: Int32(clamping: volumes.count))
        return vd_output_add_sound(output, &encoding, &failure)
      }
    }
  }
}

/// The handling of sound in an export.
package enum SoundHandling: Sendable, Equatable {
  /// Copied if the container supports it, otherwise encoded by the default codec of the container.
  case automatic
  /// Copied, or an error.
  case copied
  /// Omitted.
  case none
  /// Encoded: `aac`, `opus`, `flac`, `alac`, `pcm`, or FFmpeg's name of an encoder.
  case encoded(String)

  /// Returns the encodings of sound tracks, by stream index. The packets of other tracks are copied.
  ///
  /// - Throws: as the function below.
  func encodings(
    of tracks: [TrackFacts], in container: String, for range: CMTimeRange, _ mix: [CMPersistentTrackID: VolumeCurve]
  ) throws(AVError) -> [Int32: SoundEncoding] {
    var encodings: [Int32: SoundEncoding] = [:]
    for track in tracks where track.mediaType == .audio {
      encodings[track.index] = try encoding(of: track, in: container, for: range, mix)
    }
    return encodings
  }

  /// Returns the encoding of a track, or nil if its packets are copied.
  ///
  /// - Parameters:
  ///   - range: the exported range.
  ///   - mix: the volume curves of tracks.
  /// - Throws: an error if the combination is not supported.
  func encoding(
    of track: TrackFacts, in container: String, for range: CMTimeRange, _ mix: [CMPersistentTrackID: VolumeCurve]
  ) throws(AVError) -> SoundEncoding? {
    let volume = mix[track.trackID] ?? VolumeCurve()
    let encoder: String
    switch self {
    case .none: return nil
    case .copied:
      guard volume.changesAnything else { return nil }
      throw AVError(
        .operationNotSupportedForAsset,
        "an audio mix is set, but sound is copied without decoding; choose an encoding for sound")
    case .automatic:
      let isSupported = track.parameters.map { vd_container_takes_packets(container, $0.parameters) } ?? true
      if isSupported, !volume.changesAnything { return nil }
      // If only the mix requires encoding, the codec of the source is preferred.
      let sourceEncoder = isSupported ? try? SoundEncoding.encoder(of: text(track.stream.codec)) : nil
      encoder =
        if let sourceEncoder, vd_container_takes(container, sourceEncoder) {
          sourceEncoder
        } else {
          try SoundEncoding.encoder(of: container == "webm" ? "opus" : "aac")
        }
    case .encoded(let name): encoder = try SoundEncoding.encoder(of: name)
    }
    guard vd_container_takes(container, encoder) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "\(container) files do not support sound by \(encoder); .mkv supports all codecs, .mp4 aac, opus, flac and "
          + "alac, .mov aac, alac and pcm, .webm opus and vorbis")
    }
    let stream = track.stream
    // More than 8 channels are mixed down to two, because common encoders support at most 8.
    let channels = stream.channels > 8 ? 2 : max(stream.channels, 1)
    return SoundEncoding(
      encoder: encoder, rate: max(stream.sampleRate, 1), channels: channels, bits: 16,
      bitRate: SoundEncoding.defaultBitRate(of: encoder, channels: channels), duration: range.duration,
      isDefault: stream.isEnabled, volume: volume, start: range.start)
  }
}
