import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct GuidedFilterTests {
  private func guided(_ image: Node, _ guide: Node, radius: Double = 1, epsilon: Double = 1e-4) throws -> Node {
    try filtered(
      "CIGuidedFilter",
      [
        "inputImage": .image(image), "inputGuideImage": .image(guide), "inputRadius": .number(radius),
        "inputEpsilon": .number(epsilon),
      ])
  }

  /// A grey ramp of steps of 1/8: variance of three in a row 2/3 · 1/64, so a = v / (v + epsilon).
  @Test func theSlopeIsCovarianceOverVariance() {
    let body = GuidedFilter.fit.body(
      [Float(1).argument, Float(1.0 / 96).argument, SIMD3<Float>(0, 1, 0).argument, Float(0).argument])
    let result = body({ input, at in SIMD4(repeating: at.x / 8 * (input == 0 ? 1 : 3)) }, [4.5, 4.5])
    expect(result, near: SIMD4(repeating: 1.5))
  }

  @Test func anImageThatIsItsGuideKeepsItsEdges() throws {
    let edge = TestImage.floats(20, 6) { x, _ in x < 10 ? [0.1, 0.1, 0.1, 1] : [0.9, 0.9, 0.9, 1] }
    let image = try guided(edge, edge, radius: 2)
    expect(try pixel(image, 9, 3), near: [0.1, 0.1, 0.1, 1], within: 0.005)
    expect(try pixel(image, 10, 3), near: [0.9, 0.9, 0.9, 1], within: 0.005)
  }

  @Test func aSmallImageIsEnlargedToTheGuide() throws {
    let guide = TestImage.floats(40, 8) { x, _ in x < 20 ? [0, 0, 0, 1] : [1, 1, 1, 1] }
    let small = TestImage.floats(10, 2) { x, _ in x < 5 ? [1, 0, 0, 1] : [0, 0, 1, 1] }
    let image = try guided(small, guide)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 40, height: 8)))
    // Halfway between two pixels of the small image they would be mixed 5 to 3 without a guide.
    #expect(try pixel(image, 19, 3).x > 0.85)
    #expect(try pixel(image, 20, 3).z > 0.85)
  }

  @Test(arguments: [101, Double.nan, .infinity]) func aRadiusWithoutBoundsIsAnError(radius: Double) {
    let text = message { _ = try guided(flat(.one, square), flat(.one, square), radius: radius) }
    #expect(text.contains("CIGuidedFilter") && text.contains("inputRadius"))
  }
}
