import ImageFilters
import ImageGraph
import Testing

@Suite struct BlendWithAlphaMaskTests {
  @Test func alphaOfTheMaskChooses() {
    #expect(BlendWithAlphaMask.formula.value([1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0.25]) == [0.25, 0, 0.75, 1])
  }

  @Test func withoutABackgroundTheMaskCutsTheImageOut() throws {
    let image = try filtered(
      "CIBlendWithAlphaMask",
      ["inputImage": .image(flat(.one, square)), "inputMaskImage": .image(flat([0.5, 0.5, 0.5, 0.5], square))])
    expect(try pixel(image, 2, 2), near: [0.5, 0.5, 0.5, 0.5])
  }
}
