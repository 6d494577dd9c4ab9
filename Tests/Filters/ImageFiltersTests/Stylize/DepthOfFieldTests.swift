import ImageFilters
import ImageGraph
import Testing

@Suite struct DepthOfFieldTests {
  @Test func blurGrowsWithTheDistanceFromTheLine() {
    func amount(_ x: Float, _ y: Float) -> Float {
      DepthOfField.formula.reference(
        at: [x, y], [SIMD2<Float>(10, 10), SIMD2<Float>(1, 0), Float(20), Float(0.05)]
      ).x
    }
    #expect(amount(15, 10) == 0 && amount(15, 40) == 1)
    #expect(abs(amount(20, 20) - 0.5) < 1e-6)
    // Beyond its ends the distance is to the nearer one.
    #expect(abs(amount(40, 10) - 0.5) < 1e-6)
  }

  @Test func aGreyStaysAndSoDoesTheExtent() throws {
    let image = try filtered(
      "CIDepthOfField",
      [
        "inputImage": .image(flat([0.3, 0.3, 0.3, 1], square)), "inputPoint0": .vector([0, 0]),
        "inputPoint1": .vector([4, 0]),
      ])
    expect(try pixel(image, 5, 9), near: [0.3, 0.3, 0.3, 1], within: 1e-3)
    #expect(image.extent == .finite(square))
  }
}
