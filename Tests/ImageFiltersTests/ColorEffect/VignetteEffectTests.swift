import ImageFilters
import ImageGraph
import Testing

@Suite struct VignetteEffectTests {
  /// Radius 20 with falloff 0.5: the fall goes from 10 to 30 pixels; at 20 half of the light is gone, at 15 it is
  /// 3/16 - 2/64 = 5/32.
  @Test func lightFallsAroundTheRadius() throws {
    let image = try filtered(
      "CIVignetteEffect",
      [
        "inputImage": .image(flat([0.8, 0.8, 0.8, 1], square.outset(by: 50))), "inputCenter": .vector([0.5, 0.5]),
        "inputRadius": .number(20), "inputIntensity": .number(1), "inputFalloff": .number(0.5),
      ])
    for (x, light) in [(5.0, Float(1)), (15, 27.0 / 32), (20, 0.5), (35, 0)] {
      expect(try pixel(image, x, 0), near: [0.8 * light, 0.8 * light, 0.8 * light, 1], within: 1e-5)
      expect(try pixel(image, 0, -x), near: [0.8 * light, 0.8 * light, 0.8 * light, 1], within: 1e-5)
    }
  }

  @Test func negativeIntensitiesBrighten() {
    let body = VignetteEffect.formula.reference(
      [0.25, 0.25, 0.25, 0.5], at: [100, 0], [SIMD2<Float>(0, 0), Float(10), Float(0.1), Float(-1)])
    expect(body, near: [0.5, 0.5, 0.5, 0.5])
  }
}
