import ImageFilters
import ImageGraph
import Testing

@Suite struct SampleNearestTests {
  @Test func laterGeometryTakesWholePixels() throws {
    let two = Node.combined(
      [flat([1, 0, 0, 1], UserRect(x: 0, y: 0, width: 5, height: 10)), flat([0, 0, 1, 1], square)],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered("CISampleNearest", ["inputImage": .image(two)])
    let large = try #require(image.transformed(by: .scale(3, 3)))
    expect(try pixel(large, 14, 10), near: [1, 0, 0, 1])
    expect(try pixel(large, 15, 10), near: [0, 0, 1, 1])
  }
}
