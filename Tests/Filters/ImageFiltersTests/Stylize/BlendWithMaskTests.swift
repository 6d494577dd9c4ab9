import ImageFilters
import ImageGraph
import Testing

@Suite struct BlendWithMaskTests {
  @Test func greenOfTheMaskChooses() {
    #expect(BlendWithMask.formula.value([1, 0, 0, 1], [0, 0, 1, 1], [1, 0.25, 1, 1]) == [0.25, 0, 0.75, 1])
  }

  @Test func theMaskDoesNotCountInTheExtent() throws {
    let image = try filtered(
      "CIBlendWithMask",
      [
        "inputImage": .image(flat([1, 1, 1, 1], square)),
        "inputBackgroundImage": .image(flat([0, 0, 0, 1], square.offset(by: [0, 5]))),
        "inputMaskImage": .image(flat([1, 1, 1, 1], square.outset(by: 50))),
      ])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 10, height: 15)))
  }

  @Test func withoutABackgroundTheMaskCutsTheImageOut() throws {
    let image = try filtered(
      "CIBlendWithMask",
      ["inputImage": .image(flat([1, 1, 1, 1], square)), "inputMaskImage": .image(flat([0.5, 0.5, 0.5, 1], square))])
    expect(try pixel(image, 2, 2), near: [0.5, 0.5, 0.5, 0.5])
  }
}
