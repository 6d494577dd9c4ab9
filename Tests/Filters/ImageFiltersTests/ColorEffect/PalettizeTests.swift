import ImageFilters
import ImageGraph
import Testing

@Suite struct PalettizeTests {

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

  private func painted(_ color: SIMD4<Float>, perceptual: Bool = false) throws -> SIMD4<Float> {
    let image = try filtered(
      "CIPalettize",
      [
        "inputImage": .image(flat(color, square)), "inputPaletteImage": .image(palette()),
        "inputPerceptual": .bool(perceptual),
      ])
    return try pixel(image, 4, 4)
  }

  @Test func eachPixelGetsTheNearestColour() throws {
    expect(try painted([0.8, 0.1, 0.2, 1]), near: [1, 0, 0, 1])
    expect(try painted([0.1, 0.3, 0.2, 1]), near: [0, 0, 0, 1])
    expect(try painted([0.7, 0.9, 2, 1]), near: [1, 1, 1, 1])
  }

  @Test func straightColourIsComparedAndAlphaStays() throws {
    expect(try painted([0.4, 0.05, 0.1, 0.5]), near: [0.5, 0, 0, 0.5])
    expect(try painted(.zero), near: .zero)
  }

  /// Linear 0.3 is 0.5838 in sRGB: closer to black in linear light, to white when encoded.
  @Test func perceptuallyCodedValuesAreCompared() throws {
    expect(try painted([0.3, 0.3, 0.3, 1]), near: [0, 0, 0, 1])
    expect(try painted([0.3, 0.3, 0.3, 1], perceptual: true), near: [1, 1, 1, 1])
  }

  @Test func palettesWithoutMeaningAreRefused() {
    for palette in [Node.empty, Node.generated(by: .constant, SIMD4<Float>.one), flat(.one, square.outset(by: 600))] {
      let text = message {
        _ = try filtered(
          "CIPalettize", ["inputImage": .image(flat(.one, square)), "inputPaletteImage": .image(palette)])
      }
      #expect(text.contains("CIPalettize") && text.contains("inputPaletteImage"))
    }
  }
}
