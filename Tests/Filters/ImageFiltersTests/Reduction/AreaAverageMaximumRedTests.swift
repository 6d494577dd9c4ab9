import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaAverageMaximumRedTests {
  @Test func redIsTheMeanAndGreenTheMaximum() throws {
    let source = Node.combined(
      [flat([1, 0, 0, 1], UserRect(x: 3, y: 7, width: 5, height: 1)), flat([0.5, 1, 0.5, 1], square)],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered(
      "CIAreaAverageMaximumRed", ["inputImage": .image(source), "inputExtent": .vector([0, 0, 10, 10])])
    expect(try pixel(image, 0, 0), near: [0.525, 1, 0, 1])
  }
}
