import ImageFilters
import ImageGraph
import Testing

@Suite struct LinearGradientTests {
  func gradient(_ to: [Double]) throws -> Node {
    try filtered("CILinearGradient", ["inputPoint0": .vector([10, 0]), "inputPoint1": .vector(to)])
  }

  @Test func goesFromWhiteToBlackByTheWayAlongTheAxis() throws {
    let image = try gradient([20, 0])
    #expect(image.extent == .infinite)
    // The centre of pixel 12 is a quarter of the way.
    expect(try pixel(image, 12, 77), near: [0.75, 0.75, 0.75, 1])
  }

  @Test func isFlatBeyondItsPoints() throws {
    expect(try pixel(gradient([20, 0]), 3, 0), near: [1, 1, 1, 1])
    expect(try pixel(gradient([20, 0]), 30, 0), near: [0, 0, 0, 1])
  }

  @Test func equalPointsGiveTheFirstColour() throws {
    expect(try pixel(gradient([10, 0]), 30, 0), near: [1, 1, 1, 1])
  }
}
