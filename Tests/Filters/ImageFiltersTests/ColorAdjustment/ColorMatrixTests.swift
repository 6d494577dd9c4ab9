import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorMatrixTests {
  @Test func rowsAreWeightsOfTheStraightComponents() throws {
    let image = try filtered(
      "CIColorMatrix",
      [
        "inputImage": .image(flat([0.1, 0.2, 0.3, 0.5], square)), "inputRVector": .vector([0, 1, 0, 0]),
        "inputBVector": .vector([0, 0, 0, 1]),
      ])
    // Straight (0.2, 0.4, 0.6, 0.5): red takes green, blue takes alpha.
    expect(try pixel(image, 1, 1), near: [0.2, 0.2, 0.25, 0.5])
    #expect(image.extent == .finite(square))
  }

  @Test func aBiasOfAlphaMakesTheImageInfinite() throws {
    let image = try filtered(
      "CIColorMatrix", ["inputImage": .image(flat(.zero, square)), "inputBiasVector": .vector([1, 0, 0, 0.5])])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -20, 40), near: [0.5, 0, 0, 0.5])
  }

  @Test func aBiasOfColourLeavesClearPixelsClear() throws {
    let image = try filtered(
      "CIColorMatrix", ["inputImage": .image(flat(.zero, square)), "inputBiasVector": .vector([1, 1, 1, 0])])
    #expect(image.extent == .finite(square))
    #expect(try pixel(image, 1, 1) == .zero)
  }
}
