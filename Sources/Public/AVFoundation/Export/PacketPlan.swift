import CoreMedia
import Foundation

/// The decisions that are made before an export of packets begins.
struct PacketPlan: @unchecked Sendable {
  let asset: AVAsset
  let tracks: [TrackFacts]
  /// The encodings of sound tracks, by stream index. The packets of other tracks are copied.
  let sounds: [Int32: SoundEncoding]
  /// The track that determines where reading begins: the video track, if there is one.
  let lead: TrackFacts
  /// The range from the asset's start; its end may be unknown.
  let range: CMTimeRange
  let duration: CMTime
  let container: String
  let output: URL
  let startsFast: Bool
  let tags: [String: String]
  let chapters: [Chapter]
  /// The size in bytes after which the file ends; 0 for no limit.
  let byteLimit: Int64
  /// A descriptor to write to instead of a file.
  let descriptor: Int32?
  /// See `ExportOptions.partialName`.
  let partialName: String?
  /// Whether the output replaces an existing file.
  let replacesFile: Bool

  /// Plans an export of packets.
  ///
  /// - Throws: an error for unsupported options, before anything is written.
  init(_ asset: AVAsset, _ preset: PacketPreset, _ options: ExportOptions) throws(AVError) {
    let facts = try asset.facts()
    let encoding = options.encoding
    var preset = preset
    if let encoding { preset = preset.with(encoding) }
    let (output, container) = try options.destination(preset.fileTypes)
    (descriptor, replacesFile) = (encoding?.descriptor, encoding?.replacesFile ?? false)
    partialName = options.partialName
    guard options.composition == nil else {
      throw AVError(
        .invalidVideoComposition,
        "the preset copies packets without decoding and cannot apply a composition; choose a preset that encodes",
        url: output)
    }
    guard !(asset is ImageSequence) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "an image sequence has no packets to copy; choose a preset that encodes", url: asset.source)
    }
    let chosen = try preset.choice(of: facts.tracks, in: container, for: options.range, options.mix, url: output)
    (tracks, sounds) = (chosen.tracks, chosen.sounds)
    for line in chosen.omitted { note(line) }
    guard let lead = tracks.first(where: { $0.mediaType == .video }) ?? tracks.first(where: \.isDense) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "the asset has no \(preset.mediaTypes.contains(.video) ? "video or sound" : "sound") to write",
        url: asset.source)
    }
    (self.asset, self.lead) = (asset, lead)
    (self.output, self.container, startsFast) = (output, container, options.startsFast)
    (range, byteLimit) = (options.range, options.byteLimit)
    duration = min(options.range.end, facts.duration) - options.range.start
    tags = options.tags(of: facts)
    chapters = facts.chapters(in: options.range, for: container)
  }

  /// Returns the error for a range without packets.
  func nothingInRange() -> AVError {
    AVError(
      .exportFailed,
      "there are no packets from \(range.start.seconds) s; the asset ends at \((range.start + duration).seconds) s",
      url: asset.source, time: range.start)
  }
}
