import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorAbsoluteDifferenceTests {
  @Test func theSignIsDropped() {
    #expect(ColorAbsoluteDifference.formula.value([0.5, 0.25, 1, 1], [0.25, 1, 1, 1]) == [0.25, 0.75, 0, 1])
  }

  @Test func comparesStraightColours() {
    #expect(ColorAbsoluteDifference.formula.value([0.5, 0, 0, 0.5], [0.5, 0, 0, 1]) == [0.25, 0, 0, 0.5])
  }

  @Test func endsWhereEitherEnds() throws {
    let image = try filtered(
      "CIColorAbsoluteDifference",
      ["inputImage": .image(flat(.one, square)), "inputImage2": .image(flat(.one, square.offset(by: [4, 0])))])
    #expect(image.extent == .finite(UserRect(x: 4, y: 0, width: 6, height: 10)))
  }
}
