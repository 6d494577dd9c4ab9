import ImageFilters
import ImageGraph
import Testing

@Suite struct VignetteTests {
  private func vignetted(_ x: Double, _ y: Double, intensity: Double, radius: Double = 1) throws -> SIMD4<Float> {
    let image = try filtered(
      "CIVignette",
      [
        "inputImage": .image(flat([0.4, 0.4, 0.4, 0.5], UserRect(x: 0, y: 0, width: 31, height: 41))),
        "inputIntensity": .number(intensity), "inputRadius": .number(radius),
      ])
    return try pixel(image, x, y)
  }

  private func grey(_ level: Float) -> SIMD4<Float> { [level, level, level, 0.5] }

  /// The shorter side is 31 pixels: at radius 2 and 15 pixels from the middle d² = (15/31)² = 0.23413, and 0.76587⁴ =
  /// 0.34405. Radius 10 is limited to 2.
  @Test func isTheMeasuredFormula() throws {
    expect(try vignetted(15, 20, intensity: 2, radius: 10), near: grey(0.4))
    expect(try vignetted(0, 20, intensity: 2, radius: 10), near: grey(0.4 * 0.34405), within: 1e-5)
    expect(try vignetted(0, 20, intensity: 2, radius: 2), near: grey(0.4 * 0.34405), within: 1e-5)
  }

  /// At radius 1 d is half as large: d² = 0.058533, and 0.941467² = 0.88636.
  @Test func theRadiusStretchesAndTheIntensityIsHalfTheExponent() throws {
    expect(try vignetted(0, 20, intensity: 1), near: grey(0.4 * 0.88636), within: 1e-5)
    expect(try vignetted(0, 20, intensity: -0.5), near: grey(0.4 / 0.941467), within: 1e-5)
  }

  /// d² is 1.0 at 31 pixels: the result is black, and a negative intensity of 1 brightens at most ten thousandfold.
  @Test func theFallEnds() throws {
    func far(_ intensity: Float) -> SIMD4<Float> {
      Vignette.formula.reference(
        [0.4, 0.4, 0.4, 1], at: [40, 0], [SIMD2<Float>.zero, Float(1.0 / 31), 2 * intensity])
    }
    expect(far(2), near: [0, 0, 0, 1], within: 1e-7)
    expect(far(-1), near: [4000, 4000, 4000, 1], within: 0.1)
  }

  @Test func intensityOrRadiusZeroChangesNothing() throws {
    expect(try vignetted(0, 0, intensity: 0), near: [0.4, 0.4, 0.4, 0.5])
    expect(try vignetted(0, 0, intensity: 1, radius: 0), near: [0.4, 0.4, 0.4, 0.5])
  }

  @Test func anInfiniteImageHasNoCorners() {
    let endless = Node.generated(by: .constant, SIMD4<Float>.one)
    #expect(message { _ = try filtered("CIVignette", ["inputImage": .image(endless)]) }.contains("CIVignette"))
  }
}
