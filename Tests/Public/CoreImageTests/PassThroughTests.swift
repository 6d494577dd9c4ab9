import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import RandomNumbers
import TestContexts
import TestSupport
import Testing

/// Tests of unmodified images: no bit changes, for any file, depth, colour space and alpha.
@Suite struct PassThroughTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: String
    var bits: Int
    var space: String
    var testDescription: String { "\(kind) \(bits) \(space)" }
  }

  static let cases: [Case] = ["png", "tiff", "webp"].flatMap { kind in
    [8, 16].flatMap { bits in
      ["sRGB", "displayP3", "itur_2100_PQ", "itur_2100_HLG", "adobeRGB1998", "genericGrayGamma2_2", "a profile"]
        .filter { _ in kind != "webp" || bits == 8 }.map { Case(kind: kind, bits: bits, space: $0) }
    }
  }

  private static let context = try? Backend.checkedContext([.outputPremultiplied: false])

  private func space(_ name: String) throws -> ColorSpace {
    if let known = ColorSpace.named(name) { return known }
    return try ColorSpace(iccProfile: ICCBuilder(curve: .gamma(1.9), primaries: .adobeRGB).profile())
  }

  @Test(arguments: cases)
  func everyBitIsKept(of sample: Case) throws {
    let space = try space(sample.space)
    let isGrey = space.model == .grey
    if isGrey && sample.kind == "webp" { return }
    var random = SplitMix(seed: 21)
    let count = 41 * 17 * (isGrey ? 1 : 4)
    let bytes = (0..<count * sample.bits / 8).map { _ in UInt8.random(in: 0...255, using: &random) }
    let layout: ComponentLayout = isGrey ? (sample.bits == 8 ? .grey8 : .grey16) : (sample.bits == 8 ? .rgba8 : .rgba16)
    let file = try bytes.withUnsafeBytes { raw in
      let view = PixelView(raw.baseAddress!, width: 41, height: 17, layout: layout)
      switch sample.kind {
      case "png": return try encodeImage(view, colorSpace: space, as: PNGOptions())
      case "tiff": return try encodeImage(view, colorSpace: space, as: TIFFOptions())
      default: return try encodeImage(view, colorSpace: space, as: WebPOptions(isLossless: true))
      }
    }
    let image = try #require(CIImage(data: file))
    let context = try #require(Self.context)
    let format: CIFormat = isGrey ? (sample.bits == 8 ? .L8 : .L16) : (sample.bits == 8 ? .RGBA8 : .RGBA16)
    let result = try #require(
      context.createCGImage(image, from: image.extent, format: format, colorSpace: image.colorSpace))
    let isSame = [UInt8](result.data) == bytes
    #expect(isSame)
  }
}
