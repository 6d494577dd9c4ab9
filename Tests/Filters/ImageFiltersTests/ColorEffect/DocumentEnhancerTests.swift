import ImageFilters
import ImageGraph
import Testing

@Suite struct DocumentEnhancerTests {
  /// Ink of half the paper's brightness: (0.5 / 0.85)² = 0.3460.
  @Test func paperBecomesWhiteAndInkDarker() {
    func made(_ c: Float, _ paper: Float) -> Float {
      DocumentEnhancer.formula.value(
        [c, c, c, 1], [paper, paper, paper, 1], with: Float(1), Float(2), SIMD2<Float>(0.85, 1 / 256)
      ).x
    }
    #expect(made(0.6, 0.6) == 1)
    #expect(abs(made(0.3, 0.6) - 0.346021) < 1e-5)
    #expect(made(0.2, 0.2) == 1)
    #expect(made(0, 0.6) == 0)
  }

  @Test func aShadowOnThePageGoes() throws {
    // Paper whose brightness falls from 0.9 to 0.3 over 400 pixels.
    let ramp = try filtered(
      "CILinearGradient",
      [
        "inputPoint0": .vector([0, 0]), "inputPoint1": .vector([400, 0]),
        "inputColor0": .color(ColorValue(0.95, 0.95, 0.95)), "inputColor1": .color(ColorValue(0.58, 0.58, 0.58)),
      ]
    ).cropped(to: UserRect(x: 0, y: 0, width: 400, height: 40))
    let image = try filtered("CIDocumentEnhancer", ["inputImage": .image(ramp)])
    for x in [5.0, 100, 200, 300, 390] { expect(try pixel(image, x, 20), near: .one, within: 1e-3) }
  }

  @Test func amountZeroChangesNothing() throws {
    let image = try filtered(
      "CIDocumentEnhancer", ["inputImage": .image(flat([0.1, 0.2, 0.3, 1], square)), "inputAmount": .number(0)])
    #expect(try pixel(image, 1, 1) == [0.1, 0.2, 0.3, 1])
  }
}
