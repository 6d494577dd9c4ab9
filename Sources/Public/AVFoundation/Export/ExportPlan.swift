import CVideo
import CoreImage
import CoreMedia
import Foundation
import PixelFormats

/// The decisions that are made before an export begins.
struct ExportPlan: @unchecked Sendable {
  let asset: AVAsset
  let images: TrackFacts
  /// Tracks of sound, and subtitles that the container supports.
  let passed: [TrackFacts]
  /// The encodings of sound tracks, by stream index. The packets of other tracks are copied.
  let sounds: [Int32: SoundEncoding]
  /// The range from the asset's start; its end may be unknown.
  let range: CMTimeRange
  let duration: CMTime
  let composition: AVVideoComposition?
  let settings: CompositionSettings
  let geometry: FrameGeometry
  /// The display size of frames.
  let shownSize: CGSize
  /// The size that the handler must render.
  let renderSize: CGSize
  /// The encoded size.
  let width: Int
  let height: Int
  let encoder: ExportPreset.Encoder
  /// The pixel layout that the encoder receives.
  let layout: VDLayout
  let isFullRange: Bool
  let colors: StreamColors
  /// Whether highlights are rolled off to white before a handler is called.
  let toneMaps: Bool
  /// Whether the output has the colour properties of the source.
  let keepsColors: Bool
  /// The HDR metadata of a PQ or HLG output: that of the source, as filters keep the scale of luminance.
  let dynamicRange: DynamicRange
  let unit: TimeUnit
  let container: String
  let output: URL
  let startsFast: Bool
  /// The number of threads of the decoder and the encoder; 0 for the number of cores.
  let threads: Int32
  /// A descriptor to write to instead of a file.
  let descriptor: Int32?
  /// See `ExportOptions.partialName`.
  let partialName: String?
  /// Whether the output replaces an existing file.
  let replacesFile: Bool
  let tags: [String: String]
  let chapters: [Chapter]
  /// The size in bytes after which the video ends; 0 for no limit.
  let byteLimit: Int64

  var pixelFormat: OSType { layout.pixelFormat(isFullRange: isFullRange) }

  /// Plans an export.
  ///
  /// - Throws: an error for unsupported options, before anything is written.
  init(_ asset: AVAsset, _ preset: ExportPreset, _ options: ExportOptions) throws(AVError) {
    let facts = try asset.facts()
    let track = try asset.firstVideo()
    var preset = preset
    if let encoding = options.encoding, let container = options.fileType?.container {
      preset = try encoding.exportPreset(in: container)
    }
    let (output, container) = try options.destination(preset.fileTypes)
    replacesFile = options.encoding?.replacesFile ?? false
    threads = Int32(clamping: options.encoding?.threads ?? 0)
    (descriptor, partialName) = (options.encoding?.descriptor, options.partialName)
    let settings = options.composition?.settings ?? CompositionSettings(track)
    let size = settings.renderSize
    try settings.check()
    encoder = try preset.encoder()
    (self.asset, images, self.output, self.container, self.settings) = (
      asset, track, output, container, settings
    )
    range = options.range
    composition = options.composition
    duration = min(options.range.end, facts.duration) - options.range.start
    geometry = FrameGeometry(track)
    shownSize = geometry.size(width: Int(track.stream.width), height: Int(track.stream.height))
    renderSize = size
    (width, height) = preset.size(of: size)
    let sound = options.encoding?.sound ?? preset.sound
    let hasVideoOnly = options.fileType == .y4m
    passed = facts.tracks.filter { track in
      switch track.mediaType {
      case .audio: sound != .none && !hasVideoOnly
      case .subtitle: !hasVideoOnly && track.isSupported(by: container)
      default: false
      }
    }
    sounds = try sound.encodings(of: passed, in: container, for: options.range, options.mix)
    let isRGB = track.stream.matrix == 0
    let color = options.encoding?.color
    // 8 bits of RGB survive a round trip through 10 bits of luma and chroma, but not through 8.
    let needsTenBits = track.stream.depth > 8 || color?.isHighRange == true || isRGB && encoder.name == "ffv1"
    // A planar chroma layout would evaluate the filter chain once for each plane, so a composition prefers NV12.
    layout =
      preset.layout
      ?? VDLayout.chosen(
        by: encoder.name, encoder.options, of: ChromaSampling(track.stream), hasTenBits: needsTenBits,
        isPaired: options.composition != nil)
    isFullRange = track.stream.isFullRange && !isRGB && encoder.name.codecHasFullRange
    let colors = try ExportColors(
      track, settings, color, toneMaps: options.encoding?.toneMaps ?? false, hasTenBits: layout.hasTenBits)
    (self.colors, toneMaps, keepsColors) = (colors.stream, colors.toneMaps, colors.matchesSource)
    dynamicRange =
      [16, 18].contains(colors.stream.transfer) && colors.stream.transfer == track.colors.transfer
      ? Self.dynamicRange(asset, track, options.range) : DynamicRange()
    let grid = settings.frameDuration
    unit = settings.hasOwnTimes ? TimeUnit(1, grid.timescale) : track.unit
    startsFast = options.startsFast
    tags = options.tags(of: facts)
    chapters = facts.chapters(in: options.range, for: container)
    byteLimit = options.byteLimit
    Self.logOmitted(facts.tracks, exported: passed + [track], container)
  }

  /// Logs each stream of the source that is not exported.
  private static func logOmitted(_ tracks: [TrackFacts], exported: [TrackFacts], _ container: String) {
    let exported = Set(exported.map(\.index))
    for track in tracks where !exported.contains(track.index) && track.mediaType != .audio {
      let kind =
        switch track.mediaType {
        case .video: track.stream.isStillImage ? "a still image" : "a further video track"
        case .subtitle: "subtitles"
        default: "data"
        }
      let reason = track.mediaType == .subtitle ? ": \(container) does not support it" : ""
      note("stream \(track.index + 1), \(kind) (\(text(track.stream.codec))), is not exported\(reason)")
    }
  }

  var source: URL { asset.source }

  /// Returns the error for a range without frames. A video must have at least one.
  func nothingInRange() -> AVError {
    let end = range.duration.isNumeric ? " to \(range.end.seconds) s" : ""
    return AVError(
      .exportFailed,
      "there is no image from \(range.start.seconds) s\(end); a range contains the frames that begin in it, and must "
        + "contain at least one", url: source, time: range.start)
  }

  /// Returns the source of the frames.
  func frames() throws(AVError) -> any FrameSource {
    if let sequence = asset as? ImageSequence { return SequenceFrames(sequence, in: range) }
    return FrameDecoder(try asset.mediaFile(), images, in: range, threads: threads)
  }

  /// The encoding of the video stream.
  var encoding: VideoEncoding {
    let grid = settings.frameDuration
    let rate = settings.hasOwnTimes ? (grid.timescale, Int32(clamping: grid.value)) : images.frameRate ?? (30, 1)
    return VideoEncoding(
      encoder: encoder.name, options: encoder.options, layout: layout, width: width, height: height, unit: unit,
      rate: rate, colors: colors, isFullRange: isFullRange, keyFrameDistance: nil, dynamicRange: dynamicRange,
      threads: threads)
  }

  /// Returns the HDR metadata of the container, or else of the first frame. Encoders write it into the stream.
  private static func dynamicRange(_ asset: AVAsset, _ track: TrackFacts, _ range: CMTimeRange) -> DynamicRange {
    if track.dynamicRange.isSpecified { return track.dynamicRange }
    // A pipe can only be read once.
    guard !(asset is PipedVideo), let file = try? asset.mediaFile(),
      case let decoder = FrameDecoder(file, track, in: range), (try? decoder.open()) != nil
    else { return DynamicRange() }
    // The export itself reports errors of the file.
    while let item = try? decoder.next() {
      if case .frame(let frame) = item { return DynamicRange { CVBufferCopyAttachment(frame.buffer, $0, nil) } }
    }
    return DynamicRange()
  }
}
