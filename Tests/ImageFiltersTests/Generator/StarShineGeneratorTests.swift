import ImageFilters
import ImageGraph
import Testing

@Suite struct StarShineGeneratorTests {
  func star(_ opacity: Double) throws -> Node {
    try filtered(
      "CIStarShineGenerator",
      [
        "inputCenter": .vector([0.5, 0.5]), "inputColor": .color(ColorValue(1, 0, 0)), "inputRadius": .number(50),
        "inputCrossScale": .number(10), "inputCrossAngle": .number(0), "inputCrossWidth": .number(1),
        "inputCrossOpacity": .number(opacity), "inputEpsilon": .number(-2),
      ])
  }

  @Test func lightFallsWithTheSquareOfTheDistance() throws {
    expect(try pixel(star(30), 100, 0), near: [0.25, 0, 0, 0.25], within: 1e-4)
    expect(try pixel(star(30), 0, -200), near: [0.0625, 0, 0, 0.0625], within: 1e-4)
    expect(try pixel(star(30), 25, 0), near: [4, 0, 0, 1], within: 1e-3)
  }

  @Test func theCrossLiesOnItsAngleAndEnds() throws {
    // 100 of 500 pixels from the middle: (4/5)² on the line, and of the other line 1 / (1 + 100²).
    let image = try star(-2)
    #expect(try abs(pixel(image, 100, 0).y - 0.64) < 1e-3 && abs(pixel(image, 0, 100).y - 0.64) < 1e-3)
    #expect(try pixel(image, 80, 80).y < 1e-3 && pixel(image, 510, 0).y == 0)
    #expect(image.extent == .infinite)
  }
}
