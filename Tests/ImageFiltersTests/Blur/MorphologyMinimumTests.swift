import ImageFilters
import ImageGraph
import Testing

@Suite struct MorphologyMinimumTests {
  @Test func worksOnADisc() throws {
    let image = try filtered(
      "CIMorphologyMinimum", ["inputImage": .image(flat(.one, square)), "inputRadius": .number(2)])
    #expect(image.extent == .finite(square.outset(by: 2)))
    expect(try pixel(image, 2, 5), near: .one)
    expect(try pixel(image, 1, 5), near: .zero)
  }
}
