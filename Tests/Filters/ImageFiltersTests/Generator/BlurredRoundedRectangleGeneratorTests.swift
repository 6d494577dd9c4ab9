import ImageFilters
import ImageGraph
import Testing

@Suite struct BlurredRoundedRectangleGeneratorTests {
  func blurred(radius: Double, sigma: Double) throws -> Node {
    try filtered(
      "CIBlurredRoundedRectangleGenerator",
      ["inputExtent": .vector([10, 10, 60, 40]), "inputRadius": .number(radius), "inputSigma": .number(sigma)])
  }

  /// Without round corners it is CIBlurredRectangleGenerator, but for what lies beyond 3 sigma.
  @Test func withoutARadiusItIsTheBlurredRectangle() throws {
    let plain = try filtered(
      "CIBlurredRectangleGenerator", ["inputExtent": .vector([10, 10, 60, 40]), "inputSigma": .number(6)])
    for (x, y) in [(12.0, 12.0), (40, 30), (5, 30), (70, 50)] {
      expect(try pixel(blurred(radius: 0, sigma: 6), x, y), near: try pixel(plain, x, y), within: 0.003)
    }
  }

  @Test func aSmallSigmaLeavesTheRoundedRectangle() throws {
    let image = try blurred(radius: 15, sigma: 0.5)
    expect(try pixel(image, 40, 30), near: .one, within: 0.004)
    expect(try pixel(image, 11, 11), near: .zero, within: 0.001)
    // 45 degrees from the middle of the corner's circle, at (25, 25).
    expect(try pixel(image, 25 - 8, 25 - 8), near: .one, within: 0.004)
    expect(try pixel(image, 25 - 13, 25 - 13), near: .zero, within: 0.004)
  }

  @Test func theExtentGrowsByThreeSigma() throws {
    #expect(try blurred(radius: 5, sigma: 6).extent == .finite(UserRect(x: -8, y: -8, width: 96, height: 76)))
  }
}
