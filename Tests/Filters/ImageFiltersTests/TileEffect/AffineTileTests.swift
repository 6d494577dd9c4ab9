import ImageFilters
import ImageGraph
import Testing

@Suite struct AffineTileTests {
  @Test func wholeCellsMakeNoDifference() {
    expect(AffineTile.formula.source(23.5, -0.5, SIMD2<Float>(2, 3), SIMD2<Float>(10, 5)), at: [3.5, 4.5])
  }

  @Test func theLatticeIsTransformed() throws {
    // One red pixel in ten by ten, at twice the size.
    let input = Node.combined(
      [flat([1, 0, 0, 1], UserRect(x: 0, y: 0, width: 1, height: 1)), flat([0, 0, 1, 1], square)],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered(
      "CIAffineTile", ["inputImage": .image(input.sampled(.nearest)), "inputTransform": .transform(.scale(2, 2))])
    #expect(image.extent == .infinite)
    for corner in [0.0, 20, -40, 100] {
      #expect(try pixel(image, corner, corner).x > 0.4)
      #expect(try pixel(image, corner + 4, corner).x == 0)
    }
  }

  @Test func seamsAreAsOpaqueAsTheRest() throws {
    let image = try filtered(
      "CIAffineTile",
      [
        "inputImage": .image(flat(.one, square)),
        "inputTransform": .transform(AffineMap(a: 0.8, b: 0.3, c: -0.4, d: 0.9, tx: 5.25, ty: -3)),
      ])
    for x in stride(from: -20.0, to: 40, by: 1) { expect(try pixel(image, x, 7), near: .one, within: 1e-4) }
  }

  @Test func aFlatTransformIsAnError() {
    let text = message {
      _ = try filtered(
        "CIAffineTile", ["inputImage": .image(flat(.one, square)), "inputTransform": .transform(.scale(1, 0))])
    }
    #expect(text.contains("CIAffineTile") && text.contains("inputTransform"))
  }
}
