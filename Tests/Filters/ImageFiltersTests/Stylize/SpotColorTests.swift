import ImageFilters
import ImageGraph
import Testing

@Suite struct SpotColorTests {
  private func step(_ color: SIMD4<Float>) -> SIMD4<Float> {
    SpotColor.formula.value(
      color, color, with: SIMD3<Float>(0.5, 0.5, 0.5), SIMD3<Float>(1, 0, 0), Float(0.2), Float(10))
  }

  @Test func coloursInRangeAreReplacedAndFadeAtItsEnd() {
    expect(step([0.55, 0.5, 0.5, 1]), near: [1, 0, 0, 1])
    expect(step([0.65, 0.5, 0.5, 1]), near: [0.825, 0.25, 0.25, 1])
    expect(step([0.8, 0.5, 0.5, 1]), near: [0.8, 0.5, 0.5, 1])
  }

  @Test func theFirstColourHasTheLastWord() throws {
    // The centre of the first range lies in the third one, too.
    let image = try filtered(
      "CISpotColor",
      [
        "inputImage": .image(flat([0.2140411, 0.2140411, 0.2140411, 1], square)),
        "inputCenterColor1": .color(ColorValue(0.5, 0.5, 0.5)), "inputReplacementColor1": .color(ColorValue(0, 1, 0)),
        "inputCenterColor3": .color(ColorValue(0.5, 0.5, 0.5)), "inputReplacementColor3": .color(ColorValue(1, 0, 0)),
      ])
    expect(try pixel(image, 1, 1), near: [0, 1, 0, 1])
  }

  @Test func clearStaysClear() throws {
    expect(try pixel(filtered("CISpotColor", ["inputImage": .image(flat(.zero, square))]), 1, 1), near: .zero)
  }
}
