import ImageColor
import Testing

@Suite struct ColorSpaceTests {
  @Test func everyNameIsFoundInBothSpellings() {
    for space in ColorSpace.all {
      #expect(ColorSpace.named(space.name) == space)
      #expect(space.coreGraphicsName.flatMap(ColorSpace.named) == space)
    }
    #expect(ColorSpace.named("kCGColorSpaceSRGB") == .sRGB)
    #expect(ColorSpace.named("kCGColorSpaceExtendedLinearDisplayP3") == .extendedLinearDisplayP3)
    #expect(ColorSpace.named("no such space") == nil)
    #expect(Set(ColorSpace.all).count == ColorSpace.all.count)
  }

  @Test func codePointsGoThereAndBack() throws {
    for space in ColorSpace.all where !space.isExtended {
      guard let points = space.codePoints else { continue }
      #expect(ColorSpace(points) == space)
    }
    #expect(ColorSpace(CodePoints(primaries: 9, transfer: 16)) == .itur_2100_PQ)
    #expect(ColorSpace(CodePoints(primaries: 12, transfer: 13)) == .displayP3)
    #expect(ColorSpace(CodePoints(primaries: 1, transfer: 13)) == .sRGB)
    #expect(ColorSpace(CodePoints(primaries: 2, transfer: 2)) == nil)
    #expect(ColorSpace(CodePoints(primaries: 1, transfer: 13, matrix: 1)) == nil)
    #expect(ColorSpace(CodePoints(primaries: 1, transfer: 13, isFullRange: false)) == nil)
  }

  @Test func linearizedKeepsTheLights() {
    #expect(ColorSpace.sRGB.linearized == .extendedLinearSRGB)
    #expect(ColorSpace.displayP3.linearized == .extendedLinearDisplayP3)
    #expect(ColorSpace.itur_2100_PQ.linearized == .extendedLinearITUR_2020)
    #expect(ColorSpace.genericGrayGamma2_2.linearized == .extendedLinearGray)
    let adobe = ColorSpace.adobeRGB1998.linearized
    #expect(adobe.isLinear && adobe.isExtended && adobe.matrixToXYZ == ColorSpace.adobeRGB1998.matrixToXYZ)
  }

  /// Computed by hand from the published matrix: P3 red is outside sRGB.
  @Test func displayP3RedIsMoreThanSRGBRed() {
    let red = matrix(from: .displayP3, to: .sRGB) * [1, 0, 0]
    #expect(abs(red.x - 1.2249) < 1e-4 && abs(red.y + 0.0421) < 1e-4 && abs(red.z + 0.0196) < 1e-4)
    #expect(abs(sRGBFromLinear(red.x) - 1.0931) < 1e-3 && sRGBFromLinear(red.y) < 0)
  }

  @Test func plainAndExtendedMeanTheSame() {
    #expect(ColorSpace.sRGB.hasSameMeaning(as: .extendedSRGB) && ColorSpace.sRGB != .extendedSRGB)
    #expect(!ColorSpace.sRGB.hasSameMeaning(as: .displayP3))
  }
}
