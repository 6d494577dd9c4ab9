import ImageFilters
import ImageGraph
import Testing

@Suite struct MorphologyRectangleMaximumTests {
  @Test func growsWhatIsBright() throws {
    let image = try filtered(
      "CIMorphologyRectangleMaximum",
      ["inputImage": .image(flat([1, 0.5, 0, 1], square)), "inputWidth": .number(5), "inputHeight": .number(3)])
    #expect(image.extent == .finite(UserRect(x: -2, y: -1, width: 14, height: 12)))
    expect(try pixel(image, -2, -1), near: [1, 0.5, 0, 1])
    expect(try pixel(image, 11, 10), near: [1, 0.5, 0, 1])
  }

  @Test func evenSidesCountAsTheNextSmallerOdd() throws {
    let values: (Double) -> [String: InputValue] = {
      ["inputImage": .image(flat(.one, square)), "inputWidth": .number($0), "inputHeight": .number(1)]
    }
    #expect(
      try filtered("CIMorphologyRectangleMaximum", values(4)).extent
        == filtered("CIMorphologyRectangleMaximum", values(3)).extent)
  }
}
