import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorPosterizeTests {
  @Test func roundsToTheNearestLevel() {
    #expect(ColorPosterize.formula.value([0.1, 0.4, 0.9, 1], with: Float(2)) == [0, 0.5, 1, 1])
  }

  @Test func thereAreAtLeastTwoLevels() throws {
    let image = try filtered(
      "CIColorPosterize", ["inputImage": .image(flat([0.2, 0.7, 1, 1], square)), "inputLevels": .number(1)])
    expect(try pixel(image, 1, 1), near: [0, 1, 1, 1])
  }
}
