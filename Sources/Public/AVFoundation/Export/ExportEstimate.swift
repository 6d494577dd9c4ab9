import CVideo
import CoreMedia

/// How large an export becomes, told before it begins.
struct ExportEstimate {
  /// How long it is.
  let duration: CMTime
  /// Bits a second of all that is written.
  let bitRate: Double

  /// - Throws: where the asset cannot be exported so, and where nobody knows how long it is, or how many bits it takes.
  init(of asset: AVAsset, _ kind: ExportKind, _ wishes: ExportOptions) throws(AVError) {
    let facts = try asset.facts()
    let duration = min(wishes.range.end, facts.duration) - wishes.range.start
    guard duration.isNumeric, duration > .zero else {
      throw AVError(.exportFailed, "nobody knows how long it is, or nothing is in the range", url: asset.source)
    }
    let type = wishes.fileType ?? kind.fileTypes[0]
    guard kind.fileTypes.contains(type), let container = type.container else {
      throw AVError(.operationNotSupportedForAsset, "\(type.rawValue) is not written by the preset", url: asset.source)
    }
    self.duration = duration
    switch kind {
    case .packets(let preset):
      let choice = try preset.choice(of: facts.tracks, in: container, for: wishes.range, wishes.mix, url: asset.source)
      bitRate = try Self.bitRate(of: choice.tracks, encoding: choice.sounds, asset, facts)
    case .images(let preset):
      let track = try asset.firstVideo()
      let settings = wishes.composition?.settings ?? CompositionSettings(track)
      let size = preset.size(of: settings.renderSize)
      let frame = settings.frameDuration.seconds
      guard preset.bitsOfPixel > 0, frame > 0 else {
        throw AVError(.exportFailed, "nobody knows how many bits the encoder takes", url: asset.source)
      }
      let heard = preset.sound == .none ? [] : facts.tracks.filter { $0.mediaType == .audio }
      let sounds = try preset.sound.encodings(of: heard, in: container, for: wishes.range, wishes.mix)
      bitRate =
        preset.bitsOfPixel * Double(size.width * size.height) / frame
        + (try Self.bitRate(of: heard, encoding: sounds, asset, facts))
    }
  }

  /// Bits a second of streams as they are, or encoded anew.
  private static func bitRate(
    of tracks: [TrackFacts], encoding sounds: [Int32: SoundEncoding], _ asset: AVAsset, _ facts: AssetFacts
  ) throws(AVError) -> Double {
    var (sum, areKnown) = (0.0, true)
    for track in tracks where track.mediaType == .video || track.mediaType == .audio {
      let rate = sounds[track.index]?.usualBits ?? Double(track.stream.bitRate)
      areKnown = areKnown && rate > 0
      sum += rate
    }
    if areKnown { return sum }
    // Matroska does not say it of streams: then all of the file is the most that they can take.
    guard let bytes = try? asset.source.resourceValues(forKeys: [.fileSizeKey]).fileSize, facts.duration.isNumeric
    else {
      throw AVError(.exportFailed, "the file does not say how many bits its streams take", url: asset.source)
    }
    return max(sum, Double(bytes) * 8 / facts.duration.seconds)
  }

  /// Bytes of all of it.
  var byteCount: Int64 { Int64(clamping: Int128(bitRate / 8 * duration.seconds)) }

  /// How much of it so many bytes hold.
  func duration(of bytes: Int64) -> CMTime {
    min(duration, CMTime(seconds: Double(bytes) * 8 / max(bitRate, 1), preferredTimescale: 1000))
  }
}
