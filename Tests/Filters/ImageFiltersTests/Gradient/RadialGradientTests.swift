import ImageFilters
import ImageGraph
import Testing

@Suite struct RadialGradientTests {
  func gradient(_ inner: Double, _ outer: Double) throws -> Node {
    try filtered(
      "CIRadialGradient",
      ["inputCenter": .vector([0.5, 0.5]), "inputRadius0": .number(inner), "inputRadius1": .number(outer)])
  }

  @Test func goesFromOneCircleToTheOther() throws {
    let image = try gradient(10, 20)
    #expect(image.extent == .infinite)
    // Pixel (9, 12) lies 15 from the centre.
    expect(try pixel(image, 9, 12), near: [0.5, 0.5, 0.5, 1])
    expect(try pixel(image, 0, 0), near: [1, 1, 1, 1])
    expect(try pixel(image, 21, 0), near: [0, 0, 0, 1])
  }

  @Test func theFirstCircleMayBeTheOuterOne() throws {
    expect(try pixel(gradient(20, 10), 9, 12), near: [0.5, 0.5, 0.5, 1])
    expect(try pixel(gradient(20, 10), 0, 0), near: [0, 0, 0, 1])
  }

  @Test func equalCirclesGiveAnEdge() throws {
    expect(try pixel(gradient(10, 10), 9, 0), near: [1, 1, 1, 1])
    expect(try pixel(gradient(10, 10), 11, 0), near: [0, 0, 0, 1])
  }
}
