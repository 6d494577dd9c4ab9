import CVideo
import CoreMedia
import PixelFormats

/// The colour properties of an exported video. For this package's tools; apps set properties of a composition.
package enum ExportColorSettings: String, Sendable, CaseIterable {
  /// BT.709 primaries, transfer function and matrix.
  case bt709
  /// BT.2020 with hybrid log-gamma.
  case hlg
  /// BT.2020 with the perceptual quantizer.
  case pq
  /// The properties of the source, including the transfer function of sRGB images.
  case source

  /// Whether 8 bits are not sufficient.
  var isHighRange: Bool { self == .hlg || self == .pq }
}

/// The colour properties of an export, and the tone mapping that they require.
struct ExportColors {
  let stream: StreamColors
  /// Whether highlights are rolled off to white before a handler is called.
  let toneMaps: Bool
  /// Whether the output has the colour properties of the source.
  let matchesSource: Bool

  private static let bt709 = VideoColor(primaries: 1, transfer: 1, matrix: 1)

  /// Determines the colour properties.
  ///
  /// - Parameters:
  ///   - settings: the properties of a composition.
  ///   - requested: the properties that a tool requests, used where the composition has none.
  ///   - isMapped: whether a tool requests tone mapping.
  ///   - hasTenBits: whether the encoder has 10 bits, which PQ and HLG require.
  /// - Throws: an error for contradictory settings.
  init(
    _ track: TrackFacts, _ settings: CompositionSettings, _ requested: ExportColorSettings?, toneMaps isMapped: Bool,
    hasTenBits: Bool
  ) throws(AVError) {
    let source = Self.sourceColor(track, keepsTransferFunction: requested == .source)
    let isHighRange = Self.isHighRange(source)
    var output = settings.color(Self.color(requested) ?? source)
    var toneMaps = isMapped && isHighRange
    let isChosen = settings.colorTransferFunction != nil || requested?.isHighRange == true
    if Self.isHighRange(output), isMapped || !hasTenBits {
      guard !isChosen else {
        throw AVError(
          .operationNotSupportedForAsset,
          isMapped
            ? "tone mapping is requested, and a PQ or HLG output, which keeps highlights; request only one of them"
            : "PQ and HLG need 10 bits, which the encoder does not support; request BT.709, or another encoder")
      }
      if !isMapped {
        note("the encoder has 8 bits, and PQ and HLG need 10: highlights are rolled off to white, as BT.709")
      }
      (output, toneMaps) = (settings.color(Self.bt709), true)
    }
    (self.toneMaps, matchesSource) = (toneMaps, output == source)
    stream = StreamColors(
      primaries: Int32(output.primaries), transfer: Int32(output.transfer), matrix: Int32(output.matrix),
      chromaLocation: track.colors.chromaLocation)
  }

  private static func isHighRange(_ color: VideoColor) -> Bool { [16, 18].contains(color.transfer) }

  private static func color(_ requested: ExportColorSettings?) -> VideoColor? {
    switch requested {
    case .bt709: bt709
    case .hlg: VideoColor(primaries: 9, transfer: 18, matrix: 9)
    case .pq: VideoColor(primaries: 9, transfer: 16, matrix: 9)
    case .source, nil: nil
    }
  }

  /// Returns the colour properties of the source. Unspecified ones, and those without a Core Video string, follow from
  /// the size, as for buffers without attachments, so that the tags match the samples.
  private static func sourceColor(_ track: TrackFacts, keepsTransferFunction: Bool) -> VideoColor {
    let source = track.colors
    func code(_ number: Int32, _ string: Unmanaged<CFString>?) -> UInt8 { string == nil ? 2 : UInt8(number) }
    let specified = VideoColor(
      primaries: code(source.primaries, CVColorPrimariesGetStringForIntegerCodePoint(source.primaries)),
      transfer: code(source.transfer, CVTransferFunctionGetStringForIntegerCodePoint(source.transfer)),
      matrix: code(source.matrix, CVYCbCrMatrixGetStringForIntegerCodePoint(source.matrix)))
    guard source.matrix == 0 else {
      return specified.completed(
        width: Int(track.stream.width), height: Int(track.stream.height), depth: Int(track.stream.depth))
    }
    guard keepsTransferFunction else { return bt709 }
    // RGB images without colour information are sRGB.
    return VideoColor(
      primaries: specified.primaries == 2 ? 1 : specified.primaries,
      transfer: specified.transfer == 2 ? 13 : specified.transfer, matrix: 1)
  }
}
