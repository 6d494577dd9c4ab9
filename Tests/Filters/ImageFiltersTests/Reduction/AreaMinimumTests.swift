import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaMinimumTests {
  @Test func findsSmallestOfEachComponent() throws {
    let source = Node.combined(
      [
        flat([-1, 0.25, 0, 0.5], UserRect(x: 130, y: 77, width: 1, height: 1)),
        flat([0.5, 0.125, 0.5, 1], UserRect(x: 0, y: 0, width: 200, height: 150)),
      ], by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered(
      "CIAreaMinimum", ["inputImage": .image(source), "inputExtent": .vector([0, 0, 200, 150])])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 1, height: 1)))
    expect(try pixel(image, 0, 0), near: [-0.75, 0.125, 0.25, 1])
  }

  @Test func nothingOutsideOfTheImageCounts() throws {
    let image = try filtered(
      "CIAreaMinimum", ["inputImage": .image(flat([1, 2, 3, 1], square)), "inputExtent": .vector([-5, -5, 100, 100])])
    expect(try pixel(image, 0, 0), near: [1, 2, 3, 1])
  }
}
