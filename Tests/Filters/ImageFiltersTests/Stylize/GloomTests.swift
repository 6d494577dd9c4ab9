import ImageFilters
import ImageGraph
import Testing

@Suite struct GloomTests {
  @Test func takesFromWhatIsBrighterThanItsSurroundings() {
    let formula = Gloom.formula
    expect(formula.value([0.8, 0.2, 0.5, 1], [0.4, 0.4, 0.5, 1], with: Float(0.5)), near: [0.6, 0.2, 0.5, 1])
    // Alpha as the colours.
    expect(formula.value([0.4, 0.4, 0, 1], [0.2, 0.5, 0, 0.5], with: Float(0.5)), near: [0.3, 0.4, 0, 0.75])
    expect(formula.value([0, 0, 0, 0], [0.4, 0.4, 0.4, 0.5], with: Float(1)), near: .zero)
  }

  /// Inside, it is unchanged; towards the edge it becomes as clear as the blur.
  @Test func aFlatColourStaysAndTheExtentGrows() throws {
    let image = try filtered(
      "CIGloom",
      [
        "inputImage": .image(flat([0.2, 0.4, 0.8, 1], UserRect(x: 0, y: 0, width: 40, height: 40))),
        "inputRadius": .number(2), "inputIntensity": .number(1),
      ])
    expect(try pixel(image, 20, 20), near: [0.2, 0.4, 0.8, 1])
    let rim = try pixel(image, 0, 20)
    #expect(rim.w > 0.5 && rim.w < 0.7)
    expect(rim, near: SIMD4(0.2, 0.4, 0.8, 1) * rim.w)
    #expect(image.extent == .finite(UserRect(x: -6, y: -6, width: 52, height: 52)))
  }
}
