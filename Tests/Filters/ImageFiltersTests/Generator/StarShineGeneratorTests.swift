import ImageFilters
import ImageGraph
import Testing

@Suite struct StarShineGeneratorTests {
  func star(
    opacity: Double, radius: Double = 50, crossScale: Double = 10, width: Double = 2.5, epsilon: Double = -2
  ) throws -> Node {
    try filtered(
      "CIStarShineGenerator",
      [
        "inputCenter": .vector([0.5, 0.5]), "inputColor": .color(ColorValue(1, 0, 0)), "inputRadius": .number(radius),
        "inputCrossScale": .number(crossScale), "inputCrossAngle": .number(0), "inputCrossWidth": .number(width),
        "inputCrossOpacity": .number(opacity), "inputEpsilon": .number(epsilon),
      ])
  }

  @Test func lightFallsWithTheSquareOfTheDistance() throws {
    expect(try pixel(star(opacity: -30), 100, 0), near: [0.25, 0, 0, 0.25], within: 1e-4)
    expect(try pixel(star(opacity: -30), 0, -200), near: [0.0625, 0, 0, 0.0625], within: 1e-4)
    expect(try pixel(star(opacity: -30), 25, 0), near: [4, 0, 0, 1], within: 1e-3)
  }

  /// 1.55e8 over |a b|³ + 1e6; 100 and 50 pixels along the axes that is 0.00124, 111.8 of 500 pixels away, so times
  /// (1 - 0.2236)² = 0.60279.
  @Test func armsAreThoseThatWereMeasured() throws {
    expect(try pixel(star(opacity: -2), 100, 50), near: [0.2 + 0.000747, 0.000747, 0.000747, 0.200747], within: 1e-5)
    // On the line, 155 (4/5)²; five pixels from it 1.55e8 / (500³ + 1e6).
    #expect(try abs(pixel(star(opacity: -2), 100, 0).y - 155 * 0.64) < 1e-2)
    let near = 1 - (10_025.0).squareRoot() / 500
    #expect(try abs(pixel(star(opacity: -2), 5, 100).y - Float(155.0 / 126 * near * near)) < 1e-4)
  }

  /// The image with opacity 1, width 20 and epsilon 2 has arms as flat as 0.155 everywhere.
  @Test func wideArmsAreFlat() throws {
    let image = try star(opacity: 1, radius: 50, crossScale: 3, width: 20, epsilon: 2)
    #expect(try abs(pixel(image, 75, 0).y - 0.155 / 4) < 1e-4 && abs(pixel(image, 45, 60).y - 0.155 / 4) < 1e-4)
  }

  @Test func armsHaveAnEndAndNoInfinity() throws {
    #expect(try pixel(star(opacity: -2), 510, 0).y == 0)
    #expect(try abs(pixel(star(opacity: 30, epsilon: -15), 100, 0).y / 6400 - 1) < 1e-3)
    #expect(try star(opacity: -2).extent == .infinite)
  }
}
