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

  /// Long windows are searched in two steps.
  @Test(arguments: [(17, 1), (1, 18), (61, 97), (301, 35)]) func longWindowsAreExact(_ width: Int, _ height: Int) throws
  {
    let image = try noise(UserRect(x: 3, y: -2, width: 50, height: 40))
    let made = try filtered(
      "CIMorphologyRectangleMaximum",
      ["inputImage": .image(image), "inputWidth": .number(Double(width)), "inputHeight": .number(Double(height))])
    let plain = image.gathered(by: MorphologyRectangleMaximum.pass, Axis.horizontal, Float((width - 1) / 2))
      .gathered(by: MorphologyRectangleMaximum.pass, Axis.vertical, Float((height - 1) / 2))
    #expect(made.extent == plain.extent)
    for region in [UserRect(x: -30, y: -20, width: 40, height: 9), UserRect(x: 20, y: 10, width: 60, height: 40)] {
      #expect(try pixels(made, region) == pixels(plain, region))
    }
  }
}
