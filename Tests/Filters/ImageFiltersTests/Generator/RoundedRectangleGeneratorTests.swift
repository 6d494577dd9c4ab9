import ImageFilters
import ImageGraph
import Testing

@Suite struct RoundedRectangleGeneratorTests {
  private func rectangle(radius: Double, smoothness: Double = 0) throws -> Node {
    try filtered(
      "CIRoundedRectangleGenerator",
      [
        "inputExtent": .vector([0, 0, 40, 30]), "inputRadius": .number(radius), "inputSmoothness": .number(smoothness),
        "inputColor": .color(.white),
      ])
  }

  @Test func fillsItsExtent() throws {
    let image = try rectangle(radius: 0)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 40, height: 30)))
    for (x, y) in [(0.0, 0.0), (39, 29), (20, 0), (0, 29)] { expect(try pixel(image, x, y), near: .one) }
  }

  @Test func cornersAreRound() throws {
    let image = try rectangle(radius: 10)
    expect(try pixel(image, 0, 0), near: .zero)
    // From the middle of the corner's circle (10, 10) to (3.5, 3.5) are 9.192 of 10 pixels.
    expect(try pixel(image, 3, 3), near: .one)
    // To (2.5, 2.5) are 10.607: 0.107 less than half a pixel too far.
    expect(try pixel(image, 2, 2), near: .zero, within: 1e-3)
    expect(try pixel(image, 20, 0), near: .one)
  }

  @Test func smoothCornersReachFurther() throws {
    #expect(try pixel(rectangle(radius: 10, smoothness: 1), 2, 2).w > 0.9)
  }
}
