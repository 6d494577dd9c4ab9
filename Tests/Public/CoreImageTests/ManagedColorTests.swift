import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import RandomNumbers
import TestSupport
import Testing

/// Tests of conversions from a colour space to linear light and back, through a recipe that cannot be optimised away.
@Suite struct ManagedColorTests {
  private static let contexts = Backend.contextNames.compactMap { try? CIContext(checked: [.backend: $0]) }
  static let names = ["sRGB", "displayP3", "adobeRGB1998", "itur_2020", "itur_2100_PQ", "itur_2100_HLG", "a profile"]

  /// Returns the space of that name, or one of an ICC profile: with its own primaries and transfer function.
  private func space(_ name: String) throws -> CGColorSpace {
    if let known = CGColorSpace(name: name) { return known }
    let lights = Primaries(
      red: Chromaticity(0.66, 0.32), green: Chromaticity(0.22, 0.68), blue: Chromaticity(0.14, 0.07), white: .d65)
    let own = try #require(ColorSpace(name: name, transfer: .gamma(1.9), primaries: lights))
    return try #require(CGColorSpace(iccData: Data(try iccProfile(of: own))))
  }

  private func roundTrip(
    _ bytes: [UInt8], _ format: CIFormat, _ bytesPerPixel: Int, _ name: String, _ context: CIContext
  ) throws -> [UInt8] {
    let space = try space(name)
    let width = bytes.count / bytesPerPixel / 16
    let image = CIImage(
      bitmapData: Data(bytes), bytesPerRow: width * bytesPerPixel, size: CGSize(width: width, height: 16),
      format: format, colorSpace: space)
    let there = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let back = there.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])
    return [UInt8](
      try #require(context.createCGImage(back, from: image.extent, format: format, colorSpace: space)).data)
  }

  @Test(arguments: names)
  func eightBitsComeBackWithinOne(name: String) throws {
    var random = SplitMix(seed: 3)
    let bytes = random.opaquePixels(128 * 16)
    #expect(Self.contexts.count >= 2)
    for context in Self.contexts {
      let back = try roundTrip(bytes, .RGBA8, 4, name, context)
      for (a, b) in zip(bytes, back) { #expect(abs(Int(a) - Int(b)) <= 1) }
    }
  }

  /// Samples are restored to 11 bits. Next to components that are many times as bright, their linear light is restored
  /// to a millionth of those: in the dark, the transfer function of PQ is so steep that floats between conversions
  /// preserve no more.
  @Test(arguments: names)
  func sixteenBitsComeBackToHalfPrecision(name: String) throws {
    let curve = try space(name).space.transfer
    var random = SplitMix(seed: 4)
    let values = (0..<128 * 16 * 4).map { $0 % 4 == 3 ? 65535 : UInt16.random(in: 0...65535, using: &random) }
    let bytes = values.withUnsafeBytes { [UInt8]($0) }
    for context in Self.contexts {
      let result = try roundTrip(bytes, .RGBA16, 8, name, context)
      let back = result.withUnsafeBytes { [UInt16]($0.bindMemory(to: UInt16.self)) }
      #expect(back.count == values.count)
      let out = strays(values, back, curve)
      #expect(out == 0, "\(out) components of \(values.count)")
    }
  }

  private func strays(_ values: [UInt16], _ result: [UInt16], _ curve: TransferFunction) -> Int {
    var out = 0
    for (index, (a, b)) in zip(values, result).enumerated() where abs(Int(a) - Int(b)) > 65535 / 2048 {
      let pixel = values[index / 4 * 4..<index / 4 * 4 + 3]
      let brightest = pixel.map { curve.linear(Double($0) / 65535) }.max() ?? 0
      let off = abs(curve.linear(Double(a) / 65535) - curve.linear(Double(b) / 65535))
      if off > brightest * 1e-6 { out += 1 }
    }
    return out
  }
}
