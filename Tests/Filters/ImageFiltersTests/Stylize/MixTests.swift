import ImageFilters
import ImageGraph
import Testing

@Suite struct MixTests {
  @Test func mixesByTheAmount() {
    #expect(Mix.formula.value([1, 0, 0, 1], [0, 0, 1, 1], with: Float(0.25)) == [0.25, 0, 0.75, 1])
  }

  @Test func theAmountStopsAtItsEnds() throws {
    let image = try filtered(
      "CIMix",
      [
        "inputImage": .image(flat([1, 0, 0, 1], square)), "inputBackgroundImage": .image(flat([0, 0, 1, 1], square)),
        "inputAmount": .number(3),
      ])
    expect(try pixel(image, 1, 1), near: [1, 0, 0, 1])
  }
}
