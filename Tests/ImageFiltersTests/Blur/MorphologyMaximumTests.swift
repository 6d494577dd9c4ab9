import ImageFilters
import ImageGraph
import Testing

@Suite struct MorphologyMaximumTests {
  @Test func worksOnADisc() throws {
    let image = try filtered(
      "CIMorphologyMaximum", ["inputImage": .image(flat(.one, square)), "inputRadius": .number(2)])
    #expect(image.extent == .finite(square.outset(by: 2)))
    expect(try pixel(image, -2, 5), near: .one)
    expect(try pixel(image, -1, -1), near: .one)
    expect(try pixel(image, -2, -1), near: .zero)
  }
}
