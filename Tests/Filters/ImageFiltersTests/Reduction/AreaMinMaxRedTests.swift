import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaMinMaxRedTests {
  @Test func redAndGreenAreTheTwoEnds() throws {
    let source = Node.combined(
      [flat([0.25, 0, 0, 1], UserRect(x: 3, y: 7, width: 1, height: 1)), flat([0.75, 1, 0.5, 1], square)],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered(
      "CIAreaMinMaxRed", ["inputImage": .image(source), "inputExtent": .vector([0, 0, 10, 10])])
    expect(try pixel(image, 0, 0), near: [0.25, 0.75, 0, 1])
  }
}
