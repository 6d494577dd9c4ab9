import CoreMedia
import Foundation

/// All that is decided before an export of packets begins.
struct PacketPlan: @unchecked Sendable {
  let asset: AVAsset
  let tracks: [TrackFacts]
  /// How sound is encoded, by the places of tracks; the packets of others are passed on.
  let sounds: [Int32: SoundEncoding]
  /// What decides where reading begins: images, where there are any.
  let lead: TrackFacts
  /// From the asset's start on; its end may be unknown.
  let range: CMTimeRange
  let duration: CMTime
  let container: String
  let output: URL
  let startsFast: Bool
  let tags: [String: String]
  let chapters: [Chapter]
  /// Bytes after which the file ends; 0: none.
  let byteLimit: Int64
  /// What is written in place of the file.
  let descriptor: Int32?
  /// True where the output takes the place of a file.
  let replacesFile: Bool

  /// - Throws: what cannot be done, before anything is written.
  init(_ asset: AVAsset, _ preset: PacketPreset, _ wishes: ExportOptions) throws(AVError) {
    let facts = try asset.facts()
    let encoding = wishes.encoding
    var preset = preset
    if let encoding { preset = preset.with(encoding) }
    let (output, container) = try wishes.destination(preset.fileTypes)
    (descriptor, replacesFile) = (encoding?.descriptor, encoding?.replacesFile ?? false)
    guard wishes.composition == nil else {
      throw AVError(
        .invalidVideoComposition,
        "a composition is set, and the preset passes on what there is without looking at it; choose one that encodes",
        url: output)
    }
    guard !(asset is ImageSequence) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "images in files of their own are no stream to pass on; choose a preset "
          + "that encodes", url: asset.source)
    }
    let chosen = try preset.choice(of: facts.tracks, in: container, for: wishes.range, wishes.mix, url: output)
    (tracks, sounds) = (chosen.tracks, chosen.sounds)
    for line in chosen.leftOut { note(line) }
    guard let lead = tracks.first(where: { $0.mediaType == .video }) ?? tracks.first(where: \.isDense) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "there is no \(preset.mediaTypes.contains(.video) ? "image or sound" : "sound") to write", url: asset.source)
    }
    (self.asset, self.lead) = (asset, lead)
    (self.output, self.container, startsFast) = (output, container, wishes.startsFast)
    (range, byteLimit) = (wishes.range, wishes.byteLimit)
    duration = min(wishes.range.end, facts.duration) - wishes.range.start
    tags = wishes.tags(of: facts)
    chapters = facts.chapters(in: wishes.range, for: container)
  }

  /// What to say where nothing is in the range.
  func nothingInRange() -> AVError {
    AVError(
      .exportFailed,
      "nothing begins from \(range.start.seconds) s on; the asset takes \((range.start + duration).seconds) s",
      url: asset.source, time: range.start)
  }
}
