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
    // One sigma away: (0.60653 - 0.01111) / 0.98889.
    expect(try pixel(gradient(9), 3, 0), near: [0.60211, 0.60211, 0.60211, 0.60211], within: 1e-4)
  }

  @Test func noRadiusLeavesTheSecondColour() throws {
    expect(try pixel(gradient(0), 4, 0), near: .zero)
  }
}
