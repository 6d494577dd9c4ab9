import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct SobelGradientsTests {
  /// Red rises by 1/8 a pixel to the right, green by 1/16 a pixel upwards, blue is flat.
  private static let ramp = TestImage.floats(16, 16) { x, y in
    [Float(x) / 8, Float(15 - y) / 16, 0.5, 1]
  }

  @Test func aRampGivesTwiceItsSlope() throws {
    let image = try filtered("CISobelGradients", ["inputImage": .image(Self.ramp)])
    expect(try pixel(image, 8, 8), near: [0.25, 0, 0, 1])
    #expect(image.extent == Self.ramp.extent)
    // At the rim the repeated pixel halves it.
    expect(try pixel(image, 0, 8), near: [0.125, 0, 0, 1])
  }

  @Test func fallingIsNegative() throws {
    let image = try filtered("CISobelGradients", ["inputImage": .image(Self.ramp.mapped(by: ColorInvert.formula))])
    expect(try pixel(image, 8, 8), near: [-0.25, 0, 0, 1])
  }
}
