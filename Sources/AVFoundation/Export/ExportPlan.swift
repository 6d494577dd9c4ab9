import CVideo
import CoreImage
import CoreMedia
import Foundation
import ImagePlanes

/// All that is decided before an export begins.
struct ExportPlan: @unchecked Sendable {
  let source: URL
  /// Where frames are no file's.
  let sequence: PictureSequence?
  let pictures: TrackFacts
  /// Tracks whose packets are passed on.
  let passed: [TrackFacts]
  /// From the asset's start on; its end may be unknown.
  let range: CMTimeRange
  let duration: CMTime
  let composition: AVVideoComposition?
  let settings: CompositionSettings
  let geometry: FrameGeometry
  /// What a handler is asked for.
  let renderSize: CGSize
  /// What is encoded.
  let width: Int
  let height: Int
  let encoder: ExportPreset.Encoder
  let hasTenBits: Bool
  /// True where chroma's planes are rendered as one: a chain is evaluated for each plane.
  let isPaired: Bool
  let isFullRange: Bool
  let colors: StreamColors
  let unit: TimeUnit
  let container: String
  let output: URL
  let startsFast: Bool
  /// Of the decoder and the encoder; 0: as many as there are cores.
  let threads: Int32
  /// True where the output takes the place of a file.
  let replacesFile: Bool
  let tags: [String: String]

  var pixelFormat: OSType {
    switch (hasTenBits, isFullRange) {
    case (false, false) where isPaired: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    case (false, true) where isPaired: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    case (false, false): kCVPixelFormatType_420YpCbCr8Planar
    case (false, true): kCVPixelFormatType_420YpCbCr8PlanarFullRange
    case (true, false): kCVPixelFormatType_420YpCbCr10PlanarLow
    case (true, true): kCVPixelFormatType_420YpCbCr10PlanarLowFullRange
    }
  }

  /// The same for the encoder.
  var layout: VDLayout { hasTenBits ? VD_I420_10 : isPaired ? VD_NV12 : VD_I420 }

  /// - Throws: what cannot be done, before anything is written.
  init(_ asset: AVAsset, _ preset: ExportPreset, _ wishes: ExportWishes) throws(AVError) {
    let facts = try asset.facts()
    let track = try asset.firstVideo()
    guard let output = wishes.url, let type = wishes.fileType else {
      throw AVError(
        .exportFailed, "outputURL and outputFileType say where the export goes; both are needed")
    }
    var preset = preset
    if let encoding = wishes.encoding, let container = type.container {
      preset = try encoding.exportPreset(in: container)
    }
    guard output.isFileURL, preset.fileTypes.contains(type), let container = type.container else {
      throw AVError(
        .operationNotSupportedForAsset,
        "\(type.rawValue) is asked; the preset writes files of "
          + preset.fileTypes.map(\.rawValue).joined(separator: ", "), url: output)
    }
    replacesFile = wishes.encoding?.replacesFile ?? false
    threads = Int32(clamping: wishes.encoding?.threads ?? 0)
    if !replacesFile, FileManager.default.fileExists(atPath: output.path) {
      throw AVError(
        .fileAlreadyExists, "it is there already; remove it, or choose another name", url: output)
    }
    let settings = wishes.composition?.settings ?? CompositionSettings(track)
    let size = settings.renderSize
    guard size.width >= 1, size.height >= 1, size.width <= 65_536, size.height <= 65_536 else {
      throw AVError(
        .invalidVideoComposition,
        "a render size of \(size.width)x\(size.height); sides are 1 to 65536")
    }
    if settings.hasOwnTimes, !settings.frameDuration.isNumeric || settings.frameDuration <= .zero {
      throw AVError(
        .invalidVideoComposition, "a frame duration of \(settings.frameDuration); it is above 0")
    }
    guard wishes.range.isValid, wishes.range.start.isNumeric else {
      throw AVError(
        .exportFailed, "\(wishes.range) is no range of times; its start must be a number")
    }
    encoder = try preset.encoder()
    sequence = asset as? PictureSequence
    (source, pictures, self.output, self.container, self.settings) = (
      asset.source, track, output, container, settings
    )
    range = wishes.range
    composition = wishes.composition
    duration = min(wishes.range.end, facts.duration) - wishes.range.start
    geometry = FrameGeometry(track)
    renderSize = size
    (width, height) = preset.size(of: size)
    let passesSound = wishes.encoding?.passesSound ?? true
    passed = facts.tracks.filter { passesSound && $0.mediaType == .audio }
    hasTenBits = track.stream.depth > 8 && vd_encoder_takes(encoder.name, VD_I420_10)
    isPaired = !hasTenBits && wishes.composition != nil && vd_encoder_takes(encoder.name, VD_NV12)
    isFullRange = track.stream.isFullRange && track.stream.matrix != 0
    colors = try Self.colors(track, settings, hasTenBits: hasTenBits)
    let grid = settings.frameDuration
    unit = settings.hasOwnTimes ? TimeUnit(1, grid.timescale) : track.unit
    startsFast = wishes.startsFast
    tags = facts.tags.filter {
      ["title", "artist", "comment", "creation_time", "copyright"].contains($0.key)
    }
  }

  /// What the output's codes mean: what the composition says, else what the source's mean.
  private static func colors(
    _ track: TrackFacts, _ settings: CompositionSettings, hasTenBits: Bool
  ) throws(AVError) -> StreamColors {
    let source = track.colors
    func said(_ text: String?, _ code: (CFString?) -> Int32, _ own: Int32, _ name: String)
      throws(AVError) -> Int32
    {
      guard let text else { return own }
      let number = code(text as CFString)
      if number == 2 {
        throw AVError(.invalidVideoComposition, "\(text) is no \(name) that is known here")
      }
      return number
    }
    // What no string says, and what is not said, buffers take from their size: the tags say the same.
    let isRGB = source.matrix == 0
    let guessed = VideoColor(
      primaries: CVColorPrimariesGetStringForIntegerCodePoint(source.primaries) == nil
        ? 2 : UInt8(source.primaries),
      transfer: CVTransferFunctionGetStringForIntegerCodePoint(source.transfer) == nil
        ? 2 : UInt8(source.transfer),
      matrix: CVYCbCrMatrixGetStringForIntegerCodePoint(source.matrix) == nil
        ? 2 : UInt8(source.matrix)
    ).completed(
      width: Int(track.stream.width), height: Int(track.stream.height),
      depth: Int(track.stream.depth))
    let own = isRGB ? VideoColor(primaries: 1, transfer: 1, matrix: 1) : guessed
    let colors = StreamColors(
      primaries: try said(
        settings.colorPrimaries, CVColorPrimariesGetIntegerCodePointForString, Int32(own.primaries),
        "primaries"),
      transfer: try said(
        settings.colorTransferFunction, CVTransferFunctionGetIntegerCodePointForString,
        Int32(own.transfer), "curve"),
      matrix: try said(
        settings.colorYCbCrMatrix, CVYCbCrMatrixGetIntegerCodePointForString, Int32(own.matrix),
        "matrix"),
      chromaPlace: source.chromaPlace)
    if [16, 18].contains(colors.transfer), !hasTenBits {
      throw AVError(
        .operationNotSupportedForAsset,
        "PQ and HLG take 10 bits, which the encoder does not; set the composition's three colour properties to BT.709"
      )
    }
    return colors
  }
}

/// What the app asks of an export.
struct ExportWishes: @unchecked Sendable {
  var url: URL?
  var fileType: AVFileType?
  var composition: AVVideoComposition?
  var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
  var startsFast = false
  var encoding: ExportEncoding?
}
