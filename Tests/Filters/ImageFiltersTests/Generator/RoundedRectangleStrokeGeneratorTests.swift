import ImageFilters
import ImageGraph
import Testing

@Suite struct RoundedRectangleStrokeGeneratorTests {
  @Test func drawsTheRimOnly() throws {
    let image = try filtered(
      "CIRoundedRectangleStrokeGenerator",
      [
        "inputExtent": .vector([0, 0, 40, 30]), "inputRadius": .number(10), "inputWidth": .number(4),
        "inputColor": .color(.white),
      ])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 40, height: 30)))
    for x in [0.0, 3] { expect(try pixel(image, x, 15), near: .one) }
    for x in [4.0, 20] { expect(try pixel(image, x, 15), near: .zero) }
    expect(try pixel(image, 0, 0), near: .zero)
  }
}
