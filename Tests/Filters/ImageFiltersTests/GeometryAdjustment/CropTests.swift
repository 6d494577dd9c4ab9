import ImageFilters
import ImageGraph
import Testing

@Suite struct CropTests {
  @Test func keepsWhatLiesInBothRectangles() throws {
    let image = try filtered(
      "CICrop", ["inputImage": .image(flat([1, 1, 1, 1], square)), "inputRectangle": .vector([4, -5, 100, 10])])
    #expect(image.extent == .finite(UserRect(x: 4, y: 0, width: 6, height: 5)))
    #expect(try pixel(image, 3, 3) == .zero)
    #expect(try pixel(image, 4, 3) == [1, 1, 1, 1])
  }

  @Test func theDefaultKeepsEverything() throws {
    #expect(try filtered("CICrop", ["inputImage": .image(flat([1, 1, 1, 1], square))]).extent == .finite(square))
  }

  @Test func aRectangleWithoutInsideLeavesNothing() throws {
    let image = try filtered(
      "CICrop", ["inputImage": .image(flat([1, 1, 1, 1], square)), "inputRectangle": .vector([4, 4, 0, 10])])
    #expect(image.extent == .empty)
  }
}
