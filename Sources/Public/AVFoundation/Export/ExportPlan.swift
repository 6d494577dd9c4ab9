import CVideo
import CoreImage
import CoreMedia
import Foundation
import PixelFormats

/// All that is decided before an export begins.
struct ExportPlan: @unchecked Sendable {
  let asset: AVAsset
  let images: TrackFacts
  /// Tracks of sound, and subtitles that the container takes.
  let passed: [TrackFacts]
  /// How they are encoded, by their places; the packets of others are passed on as they are.
  let sounds: [Int32: SoundEncoding]
  /// From the asset's start on; its end may be unknown.
  let range: CMTimeRange
  let duration: CMTime
  let composition: AVVideoComposition?
  let settings: CompositionSettings
  let geometry: FrameGeometry
  /// The size of frames as they are shown.
  let shownSize: CGSize
  /// What a handler is asked for.
  let renderSize: CGSize
  /// What is encoded.
  let width: Int
  let height: Int
  let encoder: ExportPreset.Encoder
  /// What it is given.
  let layout: VDLayout
  let isFullRange: Bool
  let colors: StreamColors
  /// True where highlights are rolled off to white, before a handler sees a frame.
  let toneMaps: Bool
  /// True where codes of the source mean the same.
  let keepsColors: Bool
  /// What goes with PQ and HLG: of the source, as filters keep the scale of light.
  let light: DynamicRange
  let unit: TimeUnit
  let container: String
  let output: URL
  let startsFast: Bool
  /// Of the decoder and the encoder; 0: as many as there are cores.
  let threads: Int32
  /// What is written in place of the file.
  let descriptor: Int32?
  /// True where the output takes the place of a file.
  let replacesFile: Bool
  let tags: [String: String]
  let chapters: [Chapter]
  /// Bytes after which the video ends; 0: none.
  let byteLimit: Int64

  var pixelFormat: OSType { layout.pixelFormat(isFullRange: isFullRange) }

  /// - Throws: what cannot be done, before anything is written.
  init(_ asset: AVAsset, _ preset: ExportPreset, _ wishes: ExportOptions) throws(AVError) {
    let facts = try asset.facts()
    let track = try asset.firstVideo()
    var preset = preset
    if let encoding = wishes.encoding, let container = wishes.fileType?.container {
      preset = try encoding.exportPreset(in: container)
    }
    let (output, container) = try wishes.destination(preset.fileTypes)
    replacesFile = wishes.encoding?.replacesFile ?? false
    threads = Int32(clamping: wishes.encoding?.threads ?? 0)
    descriptor = wishes.encoding?.descriptor
    let settings = wishes.composition?.settings ?? CompositionSettings(track)
    let size = settings.renderSize
    try settings.check()
    encoder = try preset.encoder()
    (self.asset, images, self.output, self.container, self.settings) = (
      asset, track, output, container, settings
    )
    range = wishes.range
    composition = wishes.composition
    duration = min(wishes.range.end, facts.duration) - wishes.range.start
    geometry = FrameGeometry(track)
    shownSize = geometry.size(width: Int(track.stream.width), height: Int(track.stream.height))
    renderSize = size
    (width, height) = preset.size(of: size)
    let sound = wishes.encoding?.sound ?? preset.sound
    let hasImagesAlone = wishes.fileType == .y4m
    passed = facts.tracks.filter { track in
      switch track.mediaType {
      case .audio: sound != .none && !hasImagesAlone
      case .subtitle: !hasImagesAlone && track.isTaken(by: container)
      default: false
      }
    }
    sounds = try sound.encodings(of: passed, in: container, for: wishes.range, wishes.mix)
    let isRGB = track.stream.matrix == 0
    let color = wishes.encoding?.color
    // RGB of 8 bits comes back from 10 bits of luma and chroma, and not from 8.
    let needsTenBits = track.stream.depth > 8 || color?.isHighRange == true || isRGB && encoder.name == "ffv1"
    // A chain is evaluated for each plane.
    layout =
      preset.layout
      ?? VDLayout.chosen(
        by: encoder.name, encoder.options, of: ChromaSampling(track.stream), hasTenBits: needsTenBits,
        isPaired: wishes.composition != nil)
    isFullRange = track.stream.isFullRange && !isRGB && encoder.name.codecHasFullRange
    let colors = try ExportColors(
      track, settings, color, toneMaps: wishes.encoding?.toneMaps ?? false, hasTenBits: layout.hasTenBits)
    (self.colors, toneMaps, keepsColors) = (colors.stream, colors.toneMaps, colors.isOfSource)
    light =
      [16, 18].contains(colors.stream.transfer) && colors.stream.transfer == track.colors.transfer
      ? Self.light(asset, track, wishes.range) : DynamicRange()
    let grid = settings.frameDuration
    unit = settings.hasOwnTimes ? TimeUnit(1, grid.timescale) : track.unit
    startsFast = wishes.startsFast
    tags = wishes.tags(of: facts)
    chapters = facts.chapters(in: wishes.range, for: container)
    byteLimit = wishes.byteLimit
    Self.noteLeftOut(facts.tracks, going: passed + [track], container)
  }

  /// Says once for each what of the source does not go on.
  private static func noteLeftOut(_ tracks: [TrackFacts], going: [TrackFacts], _ container: String) {
    let going = Set(going.map(\.index))
    for track in tracks where !going.contains(track.index) && track.mediaType != .audio {
      let kind =
        switch track.mediaType {
        case .video: track.stream.isStillImage ? "a still image" : "images beside the first track"
        case .subtitle: "subtitles"
        default: "data"
        }
      let reason = track.mediaType == .subtitle ? ": \(container) does not take it" : ""
      note("stream \(track.index + 1), \(kind) (\(text(track.stream.codec))), is not exported\(reason)")
    }
  }

  var source: URL { asset.source }

  /// What to say where no image is in the range: a video has one at least.
  func nothingInRange() -> AVError {
    let end = range.duration.isNumeric ? " to \(range.end.seconds) s" : ""
    return AVError(
      .exportFailed,
      "there is no image from \(range.start.seconds) s\(end); a range holds the images that begin in it, and a "
        + "video has one at least", url: source, time: range.start)
  }

  /// Where frames come from.
  func frames() throws(AVError) -> any FrameSource {
    if let sequence = asset as? ImageSequence { return SequenceFrames(sequence, in: range) }
    return FrameDecoder(try asset.mediaFile(), images, in: range, threads: threads)
  }

  /// How images are encoded.
  var encoding: VideoEncoding {
    let grid = settings.frameDuration
    let rate = settings.hasOwnTimes ? (grid.timescale, Int32(clamping: grid.value)) : images.frameRate ?? (30, 1)
    return VideoEncoding(
      encoder: encoder.name, options: encoder.options, layout: layout, width: width, height: height, unit: unit,
      rate: rate, colors: colors, isFullRange: isFullRange, keyFrameDistance: nil, light: light,
      threads: threads)
  }

  /// What the container says of the display, else what the first image does: encoders write it into the stream.
  private static func light(_ asset: AVAsset, _ track: TrackFacts, _ range: CMTimeRange) -> DynamicRange {
    if track.light.isSaid { return track.light }
    // What comes through a pipe comes once.
    guard !(asset is PipedVideo), let file = try? asset.mediaFile(),
      case let decoder = FrameDecoder(file, track, in: range), (try? decoder.open()) != nil
    else { return DynamicRange() }
    // What is wrong with the file, the export itself says.
    while let item = try? decoder.next() {
      if case .frame(let frame) = item { return DynamicRange { CVBufferCopyAttachment(frame.buffer, $0, nil) } }
    }
    return DynamicRange()
  }
}
