import CVideo
import CoreMedia

/// An estimate of the size of an export.
struct ExportEstimate {
  /// The duration of the export.
  let duration: CMTime
  /// The total bit rate, in bits a second.
  let bitRate: Double

  /// Estimates an export.
  ///
  /// - Throws: an error if the asset cannot be exported with these options, or if its duration or bit rate is not
  ///   known.
  init(of asset: AVAsset, _ kind: ExportKind, _ options: ExportOptions) throws(AVError) {
    let facts = try asset.facts()
    let duration = min(options.range.end, facts.duration) - options.range.start
    guard duration.isNumeric, duration > .zero else {
      throw AVError(.exportFailed, "the duration is not known, or the range is empty", url: asset.source)
    }
    let type = options.fileType ?? kind.fileTypes[0]
    guard kind.fileTypes.contains(type), let container = type.container else {
      throw AVError(
        .operationNotSupportedForAsset,
        "the preset does not write \(type.rawValue); supported are "
          + kind.fileTypes.map(\.rawValue).joined(separator: ", "), url: asset.source)
    }
    self.duration = duration
    switch kind {
    case .packets(let preset):
      let choice = try preset.choice(
        of: facts.tracks, in: container, for: options.range, options.mix, url: asset.source)
      bitRate = try Self.bitRate(of: choice.tracks, encoding: choice.sounds, asset, facts)
    case .images(let preset):
      let track = try asset.firstVideo()
      let settings = options.composition?.settings ?? CompositionSettings(track)
      let size = preset.size(of: settings.renderSize)
      let frame = settings.frameDuration.seconds
      guard preset.bitsOfPixel > 0, frame > 0 else {
        throw AVError(.exportFailed, "the bit rate of the encoder is not known", url: asset.source)
      }
      let audible = preset.sound == .none ? [] : facts.tracks.filter { $0.mediaType == .audio }
      let sounds = try preset.sound.encodings(of: audible, in: container, for: options.range, options.mix)
      bitRate =
        preset.bitsOfPixel * Double(size.width * size.height) / frame
        + (try Self.bitRate(of: audible, encoding: sounds, asset, facts))
    }
  }

  /// Returns the bit rate of streams that are copied or encoded again, in bits a second.
  private static func bitRate(
    of tracks: [TrackFacts], encoding sounds: [Int32: SoundEncoding], _ asset: AVAsset, _ facts: AssetFacts
  ) throws(AVError) -> Double {
    var (sum, areKnown) = (0.0, true)
    for track in tracks where track.mediaType == .video || track.mediaType == .audio {
      let rate = sounds[track.index]?.estimatedBitRate ?? Double(track.stream.bitRate)
      areKnown = areKnown && rate > 0
      sum += rate
    }
    if areKnown { return sum }
    // Matroska does not store the bit rates of streams. The size of the file is then the upper bound.
    guard let bytes = try? asset.source.resourceValues(forKeys: [.fileSizeKey]).fileSize, facts.duration.isNumeric
    else {
      throw AVError(.exportFailed, "the file does not specify the bit rates of its streams", url: asset.source)
    }
    return max(sum, Double(bytes) * 8 / facts.duration.seconds)
  }

  /// The size of the export, in bytes.
  var byteCount: Int64 { Int64(clamping: Int128(bitRate / 8 * duration.seconds)) }

  /// Returns the duration that fits into this number of bytes.
  func duration(of bytes: Int64) -> CMTime {
    min(duration, CMTime(seconds: Double(bytes) * 8 / max(bitRate, 1), preferredTimescale: 1000))
  }
}
