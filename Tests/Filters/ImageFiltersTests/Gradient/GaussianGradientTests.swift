import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct GaussianGradientTests {
  func gradient(_ radius: Double) throws -> Node {
    try filtered("CIGaussianGradient", ["inputCenter": .vector([0.5, 0.5]), "inputRadius": .number(radius)])
  }

  @Test func fallsFromTheMiddleToTheRadius() throws {
    expect(try pixel(gradient(9), 0, 0), near: .one)
    expect(try pixel(gradient(9), 9, 0), near: .zero)
    // A third of the way: 1 - 3/9 + 2/27 = 20/27; two thirds: 7/27.
    expect(try pixel(gradient(9), 3, 0), near: SIMD4(repeating: 20.0 / 27))
    expect(try pixel(gradient(9), 0, -6), near: SIMD4(repeating: 7.0 / 27))
  }

  /// 65536 in sRGB is the light 4.1e11, which halves do not hold and floats do.
  @Test(arguments: Backend.available) func coloursFarAboveWhiteAreTheSameEverywhere(_ backend: Backend) throws {
    let bright = InputValue.color(ColorValue(65536, 65536, 65536))
    let dark = InputValue.color(ColorValue(-65536, 0, 65536, 0.5))
    let region = UserRect(x: 0, y: 0, width: 24, height: 16)
    for (first, second) in [(bright, dark), (dark, bright), (bright, bright)] {
      let image = try filtered(
        "CIGaussianGradient",
        [
          "inputCenter": .vector([8, 8]), "inputRadius": .number(11), "inputColor0": first, "inputColor1": second,
        ])
      let expected = try renderReference(image, region)
      withExtendedLifetime(expected) {
        #expect(expected.pixels[0].z > 1e11 && expected.pixels.allSatisfy { $0.x.isFinite })
      }
      // A sum that nearly cancels keeps what the larger number was off by.
      let scale = Tolerance(absolute: 1e6, relative: 1e-5, because: "lights of 4e11 are added and taken away")
      expect(try backend.render(image, region, working: .rgbaFloat), equals: expected, within: scale)
    }
  }

  @Test func noRadiusLeavesTheSecondColour() throws {
    expect(try pixel(gradient(0), 4, 0), near: .zero)
  }
}
