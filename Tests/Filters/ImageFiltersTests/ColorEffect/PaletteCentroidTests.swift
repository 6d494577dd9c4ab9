import ImageFilters
import ImageGraph
import Testing

@Suite struct PaletteCentroidTests {

  /// Black, red and white.
  private func palette() -> Node {
    let colors: [SIMD4<Float>] = [[0, 0, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]]
    let parts = colors.enumerated().map { i, color in
      flat(color, UserRect(x: 5 + Double(i), y: 7, width: 1, height: 1))
    }
    return parts.dropFirst().reduce(parts[0]) {
      Node.combined([$0, $1], by: AdditionCompositing.formula, extent: .union)
    }
  }

  /// A red square of 10 pixels from (20, 30) on, on black of 100 x 80: its middle is (25, 35).
  @Test func isTheMiddleOfEachColour() throws {
    let source = Node.combined(
      [
        flat([1, 0, 0, 1], square.offset(by: [20, 30])),
        flat([0, 0, 0, 1], UserRect(x: 0, y: 0, width: 100, height: 80)),
      ],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered(
      "CIPaletteCentroid", ["inputImage": .image(source), "inputPaletteImage": .image(palette())])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 3, height: 1)))
    expect(try pixel(image, 1, 0), near: [25, 35, 0, 1], within: 1e-3)
    // All but the square: (50 · 8000 - 25 · 100) / 7900 and (40 · 8000 - 35 · 100) / 7900.
    expect(try pixel(image, 0, 0), near: [50.316456, 40.063291, 0, 1], within: 1e-2)
    // No pixel is white.
    expect(try pixel(image, 2, 0), near: .zero)
  }

  @Test func largeImagesAreLookedAtOnAGrid() throws {
    let source = flat([1, 0, 0, 1], UserRect(x: 100, y: -50, width: 1400, height: 60))
    let image = try filtered(
      "CIPaletteCentroid", ["inputImage": .image(source), "inputPaletteImage": .image(palette())])
    expect(try pixel(image, 1, 0), near: [800, -20, 0, 1], within: 2)
  }

  @Test func anInfiniteImageIsRefused() {
    let endless = Node.generated(by: .constant, SIMD4<Float>.one)
    let text = message {
      _ = try filtered("CIPaletteCentroid", ["inputImage": .image(endless), "inputPaletteImage": .image(palette())])
    }
    #expect(text.contains("CIPaletteCentroid") && text.contains("infinite"))
  }
}
