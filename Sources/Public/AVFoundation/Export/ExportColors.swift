import CVideo
import CoreMedia
import PixelFormats

/// What the codes of a video are to mean. For the tools of this package: apps set properties of a composition.
package enum ExportColorSettings: String, Sendable, CaseIterable {
  /// BT.709 in all three properties.
  case bt709
  /// BT.2020 with the curve of hybrid log-gamma.
  case hlg
  /// BT.2020 with the perceptual quantizer.
  case pq
  /// What the source has, the curve of images that are sRGB too.
  case source

  /// True for those that 8 bits are not enough for.
  var isHighRange: Bool { self == .hlg || self == .pq }
}

/// What an export's codes mean, and what is done to the light for that.
struct ExportColors {
  let stream: StreamColors
  /// True where highlights are rolled off to white, before a handler sees a frame.
  let toneMaps: Bool
  /// True where codes of the source mean the same.
  let isOfSource: Bool

  private static let bt709 = VideoColor(primaries: 1, transfer: 1, matrix: 1)

  /// - Parameters:
  ///   - settings: what a composition says.
  ///   - wish: what a tool says, where the composition does not.
  ///   - isMapped: highlights are to be rolled off.
  ///   - hasTenBits: of the encoder: PQ and HLG need them.
  /// - Throws: what contradicts itself.
  init(
    _ track: TrackFacts, _ settings: CompositionSettings, _ wish: ExportColorSettings?, toneMaps isMapped: Bool,
    hasTenBits: Bool
  ) throws(AVError) {
    let own = Self.own(track, keepsCurve: wish == .source)
    let isHighRange = Self.isHighRange(own)
    var meant = settings.color(Self.color(wish) ?? own)
    var toneMaps = isMapped && isHighRange
    let isChosen = settings.colorTransferFunction != nil || wish?.isHighRange == true
    if Self.isHighRange(meant), isMapped || !hasTenBits {
      guard !isChosen else {
        throw AVError(
          .operationNotSupportedForAsset,
          isMapped
            ? "highlights are to be rolled off, and the result is to have PQ or HLG, which keeps them; ask for one"
            : "PQ and HLG take 10 bits, which the encoder does not; ask for BT.709, or for another encoder")
      }
      if !isMapped {
        note("the encoder has 8 bits, and PQ and HLG take 10: highlights are rolled off to white, as BT.709")
      }
      (meant, toneMaps) = (settings.color(Self.bt709), true)
    }
    (self.toneMaps, isOfSource) = (toneMaps, meant == own)
    stream = StreamColors(
      primaries: Int32(meant.primaries), transfer: Int32(meant.transfer), matrix: Int32(meant.matrix),
      chromaPlace: track.colors.chromaPlace)
  }

  private static func isHighRange(_ color: VideoColor) -> Bool { [16, 18].contains(color.transfer) }

  private static func color(_ wish: ExportColorSettings?) -> VideoColor? {
    switch wish {
    case .bt709: bt709
    case .hlg: VideoColor(primaries: 9, transfer: 18, matrix: 9)
    case .pq: VideoColor(primaries: 9, transfer: 16, matrix: 9)
    case .source, nil: nil
    }
  }

  /// What the source's codes mean. What no string says, and what is not said, buffers take from their size: the tags
  /// say the same.
  private static func own(_ track: TrackFacts, keepsCurve: Bool) -> VideoColor {
    let source = track.colors
    func said(_ number: Int32, _ string: Unmanaged<CFString>?) -> UInt8 { string == nil ? 2 : UInt8(number) }
    let said = VideoColor(
      primaries: said(source.primaries, CVColorPrimariesGetStringForIntegerCodePoint(source.primaries)),
      transfer: said(source.transfer, CVTransferFunctionGetStringForIntegerCodePoint(source.transfer)),
      matrix: said(source.matrix, CVYCbCrMatrixGetStringForIntegerCodePoint(source.matrix)))
    guard source.matrix == 0 else {
      return said.completed(
        width: Int(track.stream.width), height: Int(track.stream.height), depth: Int(track.stream.depth))
    }
    guard keepsCurve else { return bt709 }
    // Images without a word are sRGB.
    return VideoColor(
      primaries: said.primaries == 2 ? 1 : said.primaries, transfer: said.transfer == 2 ? 13 : said.transfer, matrix: 1)
  }
}
