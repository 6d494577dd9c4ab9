import CVideo
import CoreMedia

/// How a sound is encoded anew.
struct SoundEncoding: Sendable {
  /// FFmpeg's name of it.
  let encoder: String
  let rate: Int32
  let channels: Int32
  /// Of numbers, as far as the encoder has them.
  var bits: Int32 = 16
  /// Bits a second; 0: the encoder knows.
  var bitRate: Int32 = 0
  /// How long it is at most.
  var duration = CMTime.indefinite
  /// True for what is played where nobody chose.
  var isDefault = true
  /// How loud it is.
  var volume = VolumeCurve()
  /// The time in the curve at which the output begins.
  var start = CMTime.zero

  /// Bits a second of what comes out, about.
  var usualBits: Double { bitRate > 0 ? Double(bitRate) : Double(rate) * Double(channels) * Double(bits) }

  /// The first encoder of a codec that is there.
  ///
  /// - Parameter codec: `aac`, `opus`, `vorbis`, `flac`, `alac`, `pcm`, or an encoder by FFmpeg's name of it.
  /// - Throws: which were looked for.
  static func encoder(of codec: String) throws(AVError) -> String {
    let known = [
      "opus": ["libopus"], "vorbis": ["libvorbis"], "pcm": ["pcm_s16le"], "mp3": ["libmp3lame"],
    ]
    let names = known[codec] ?? [codec]
    if let found = names.first(where: { vd_has_encoder($0) }) { return found }
    throw AVError(
      .encoderNotFound,
      "FFmpeg here has no encoder \(names.joined(separator: " or ")) for sound; aac, opus, flac, alac and pcm are usual"
    )
  }

  /// Bits a second that are enough for so many channels; 0 where the encoder needs none.
  static func usualBitRate(of encoder: String, channels: Int32) -> Int32 {
    switch encoder {
    case "aac": 96_000 * channels
    case "libopus", "libvorbis", "libmp3lame": 80_000 * channels
    default: 0
    }
  }

  /// Opens the encoder and adds the stream; its number, or -1 with a reason.
  func add(to output: OpaquePointer, _ failure: inout VDFailure) -> Int32 {
    let moments = duration.isNumeric ? TimeUnit(1, rate).count(duration) : -1
    return encoder.withCString { name in
      volume.steps(from: start, rate: rate).withUnsafeBufferPointer { volumes in
        var encoding = VDSoundEncoding(
          encoder: name, rate: rate, channels: channels, bits: bits, bitRate: bitRate, moments: moments,
          isDefault: isDefault, volumes: volumes.baseAddress, volumeCount: Int32(clamping: volumes.count))
        return vd_output_add_sound(output, &encoding, &failure)
      }
    }
  }
}

/// What becomes of a sound.
package enum SoundHandling: Sendable, Equatable {
  /// Passed on where the container takes it, else encoded as is usual there.
  case kept
  /// Passed on, or an error.
  case copied
  /// Left out.
  case none
  /// Encoded anew: `aac`, `opus`, `flac`, `alac`, `pcm`, or an encoder by FFmpeg's name of it.
  case encoded(String)

  /// How tracks of sound are encoded, by their places; the packets of others are passed on.
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

  /// How a track is encoded; nil: its packets are passed on.
  ///
  /// - Parameters:
  ///   - range: what of it is written.
  ///   - mix: how loud tracks are.
  /// - Throws: where that cannot be.
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
        "an audio mix is set, and sound is passed on without being decoded; choose what encodes it")
    case .kept:
      let isTaken = track.parameters.map { vd_container_takes_packets(container, $0.parameters) } ?? true
      if isTaken, !volume.changesAnything { return nil }
      // What a mix alone has it be encoded for stays what it was, where that can be.
      let own = isTaken ? try? SoundEncoding.encoder(of: text(track.stream.codec)) : nil
      encoder =
        if let own, vd_container_takes(container, own) {
          own
        } else {
          try SoundEncoding.encoder(of: container == "webm" ? "opus" : "aac")
        }
    case .encoded(let name): encoder = try SoundEncoding.encoder(of: name)
    }
    guard vd_container_takes(container, encoder) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "files of the kind \(container) do not take sound by \(encoder); .mkv takes all, .mp4 aac, opus, flac and "
          + "alac, "
          + ".mov aac, alac and pcm, .webm opus and vorbis")
    }
    let stream = track.stream
    // More channels than a usual encoder has become two.
    let channels = stream.channels > 8 ? 2 : max(stream.channels, 1)
    return SoundEncoding(
      encoder: encoder, rate: max(stream.sampleRate, 1), channels: channels, bits: 16,
      bitRate: SoundEncoding.usualBitRate(of: encoder, channels: channels), duration: range.duration,
      isDefault: stream.isEnabled, volume: volume, start: range.start)
  }
}
