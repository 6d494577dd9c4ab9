import ImageFilters
import ImageGraph
import Testing

@Suite struct GloomTests {
  @Test func takesFromWhatIsBrighterThanItsSurroundings() {
    let formula = Gloom.formula
    expect(formula.value([0.8, 0.2, 0.5, 1], [0.4, 0.4, 0.5, 1], with: Float(0.5)), near: [0.6, 0.2, 0.5, 1])
    // Around the image there is a dark rim.
    expect(formula.value([0, 0, 0, 0], [0.4, 0.4, 0.4, 0.5], with: Float(0.5)), near: [0, 0, 0, 0.25])
  }

  @Test func aFlatColourStaysAndTheExtentGrows() throws {
    let image = try filtered(
      "CIGloom", ["inputImage": .image(flat([0.2, 0.4, 0.8, 1], square)), "inputRadius": .number(2)])
    expect(try pixel(image, 0, 5), near: [0.2, 0.4, 0.8, 1])
    #expect(image.extent == .finite(UserRect(x: -6, y: -6, width: 22, height: 22)))
  }
}
