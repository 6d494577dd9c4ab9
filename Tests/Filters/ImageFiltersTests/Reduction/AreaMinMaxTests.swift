import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaMinMaxTests {
  @Test func theMinimumIsLeftOfTheMaximum() throws {
    let source = Node.combined(
      [
        flat([4, 0.25, 0, 1], UserRect(x: 30, y: 7, width: 1, height: 1)),
        flat([0.5, 1, 0.5, 1], square.outset(by: 40)),
      ],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered(
      "CIAreaMinMax", ["inputImage": .image(source), "inputExtent": .vector([0, 0, 40, 30])])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 2, height: 1)))
    expect(try pixel(image, 0, 0), near: [0.5, 0.25, 0, 1])
    expect(try pixel(image, 1, 0), near: [4, 1, 0.5, 1])
  }
}
