import ImageFilters
import ImageGraph
import Testing

@Suite struct MedianFilterTests {
  @Test func aSingleBrightPixelVanishes() throws {
    let spot = Node.combined(
      [flat([4, 4, 4, 1], UserRect(x: 5, y: 5, width: 1, height: 1)), flat([0.5, 0.25, 0, 1], square)],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered("CIMedianFilter", ["inputImage": .image(spot)])
    #expect(image.extent == .finite(square))
    expect(try pixel(image, 5, 5), near: [0.5, 0.25, 0, 1])
  }

  @Test func edgesStaySharp() throws {
    let image = try filtered("CIMedianFilter", ["inputImage": .image(flat(.one, square))])
    expect(try pixel(image, 0, 5), near: .one)
    // In a corner five of nine pixels are clear.
    expect(try pixel(image, 0, 0), near: .zero)
  }
}
