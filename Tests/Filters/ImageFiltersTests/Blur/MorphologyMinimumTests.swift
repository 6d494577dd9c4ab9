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

  /// Large discs are searched by runs of their rows.
  @Test(arguments: [4, 7, 8, 20, 31, 32, 40]) func largeDiscsAreExact(_ radius: Float) throws {
    let image = try noise(UserRect(x: 3, y: -2, width: 90, height: 70))
    let made = try filtered(
      "CIMorphologyMinimum", ["inputImage": .image(image), "inputRadius": .number(Double(radius))])
    let plain = image.gathered(by: MorphologyMinimum.formula, radius)
    #expect(made.extent == plain.extent)
    for region in [UserRect(x: 0, y: 60, width: 9, height: 9), UserRect(x: 44, y: 30, width: 9, height: 9)] {
      #expect(try pixels(made, region) == pixels(plain, region))
    }
  }
}
