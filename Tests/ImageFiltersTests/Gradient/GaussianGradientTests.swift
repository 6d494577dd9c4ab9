import ImageFilters
import ImageGraph
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

  @Test func noRadiusLeavesTheSecondColour() throws {
    expect(try pixel(gradient(0), 4, 0), near: .zero)
  }
}
