import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct GaborGradientsTests {
  /// Red rises by 1/8 a pixel to the right, green by 1/16 a pixel upwards, blue is flat.
  private static let ramp = TestImage.floats(16, 16) { x, y in
    [Float(x) / 8, Float(15 - y) / 16, 0.5, 1]
  }

  @Test func aRampGivesItsSlopeTimesTheDistances() throws {
    let image = try filtered("CIGaborGradients", ["inputImage": .image(Self.ramp)])
    // Distances between the two sides, 2 and 4 pixels, times weights: 2.15 pixels.
    let pixels: Float = 2 * (0.544 + 2 * 0.1765 + 2 * 0.009) + 4 * (0.0444 + 2 * 0.0181)
    expect(try pixel(image, 8, 8), near: [pixels / 8, 0, 0, 1])
    #expect(image.extent == Self.ramp.extent)
  }

  @Test func oneComponentGivesBothSlopes() throws {
    let corner = flat([0, 1, 0, 1], UserRect(x: 8, y: 8, width: 8, height: 8))
    let image = try filtered(
      "CIGaborGradients",
      [
        "inputImage": .image(
          Node.combined(
            [corner, flat([0, 0, 0, 1], UserRect(x: 0, y: 0, width: 16, height: 16))],
            by: SourceOverCompositing.formula,
            extent: .union))
      ])
    let slope = try pixel(image, 8, 8)
    #expect(slope.x > 0.4 && slope.y > 0.4 && slope.z == 0 && slope.w == 1)
  }
}
