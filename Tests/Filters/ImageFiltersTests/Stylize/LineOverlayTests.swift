import ImageFilters
import ImageGraph
import Testing

@Suite struct LineOverlayTests {
  @Test func strongEdgesAreBlack() {
    func alpha(_ edge: Float) -> SIMD4<Float> {
      LineOverlay.formula.value([edge, 0, 0, 0.5], with: Float(0.1), Float(10))
    }
    expect(alpha(0.05), near: .zero)
    expect(alpha(0.15), near: [0, 0, 0, 0.25])
    expect(alpha(1), near: [0, 0, 0, 0.5])
  }

  @Test func aFlatColourHasNoLines() throws {
    let image = try filtered("CILineOverlay", ["inputImage": .image(flat([0.2, 0.7, 0.4, 1], square))])
    expect(try pixel(image, 0, 0), near: .zero)
    #expect(image.extent == .finite(square))
  }
}
