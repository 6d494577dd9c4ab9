import ImageFilters
import ImageGraph
import Testing

@Suite struct SmoothLinearGradientTests {
  func gradient(_ to: [Double]) throws -> Node {
    try filtered("CISmoothLinearGradient", ["inputPoint0": .vector([10, 0]), "inputPoint1": .vector(to)])
  }

  @Test func isEasedAtBothEnds() throws {
    // The centre of pixel 12 is a quarter of the way: 0.0625 * 2.5 = 0.15625.
    expect(try pixel(gradient([20, 0]), 12, 77), near: [0.84375, 0.84375, 0.84375, 1])
    expect(try pixel(gradient([20, 0]), 3, 0), near: .one)
    expect(try pixel(gradient([20, 0]), 30, 0), near: [0, 0, 0, 1])
  }

  @Test func equalPointsGiveTheFirstColour() throws {
    expect(try pixel(gradient([10, 0]), 30, 0), near: .one)
  }
}
