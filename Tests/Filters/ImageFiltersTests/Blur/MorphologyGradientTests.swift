import ImageFilters
import ImageGraph
import Testing

@Suite struct MorphologyGradientTests {
  @Test func flatPartsAreBlack() throws {
    let image = try filtered(
      "CIMorphologyGradient", ["inputImage": .image(flat([1, 0.5, 0, 1], square)), "inputRadius": .number(1)])
    expect(try pixel(image, 5, 5), near: [0, 0, 0, 1])
    expect(try pixel(image, 0, 5), near: [0.5, 0.25, 0, 1])
    #expect(image.extent == .finite(square))
  }
}
