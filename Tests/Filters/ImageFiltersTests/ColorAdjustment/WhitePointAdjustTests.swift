import ImageFilters
import ImageGraph
import Testing

@Suite struct WhitePointAdjustTests {
  @Test func whiteBecomesTheColour() {
    #expect(WhitePointAdjust.formula.value(.one, with: SIMD3<Float>(1, 0.5, 0.25)) == [1, 0.5, 0.25, 1])
  }

  @Test func coloursComeInSRGB() throws {
    let image = try filtered(
      "CIWhitePointAdjust",
      ["inputImage": .image(flat(.one, square)), "inputColor": .color(ColorValue(0.735357, 1, 0))])
    expect(try pixel(image, 3, 3), near: [0.5, 1, 0, 1])
  }
}
