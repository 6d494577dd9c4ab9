import ImageFilters
import ImageGraph
import Testing

@Suite struct VignetteEffectTests {
  /// Radius 20 with falloff 0.5: the falloff extends from 0 to 40 pixels. At 20, the encoded value is halved, which
  /// leaves 0.21404 of the linear light; at 10 the weight is (6/16 - 15/4 + 10) / 64 = 0.103516: 0.78047.
  @Test func lightFallsAroundTheRadius() throws {
    let image = try filtered(
      "CIVignetteEffect",
      [
        "inputImage": .image(flat([0.8, 0.8, 0.8, 1], square.outset(by: 50))), "inputCenter": .vector([0.5, 0.5]),
        "inputRadius": .number(20), "inputIntensity": .number(1), "inputFalloff": .number(0.5),
      ])
    for (x, light) in [(0.0, Float(1)), (10, 0.78047), (20, 0.21404), (40, 0), (48, 0)] {
      expect(try pixel(image, x, 0), near: [0.8 * light, 0.8 * light, 0.8 * light, 1], within: 1e-5)
      expect(try pixel(image, 0, -x), near: [0.8 * light, 0.8 * light, 0.8 * light, 1], within: 1e-5)
    }
  }

  /// Without falloff the edge is a pixel wide, at 1 it extends from the centre to three radii.
  @Test func theFalloffIsHowWideTheFallIs() throws {
    func light(_ falloff: Double, _ x: Double) throws -> Float {
      try pixel(
        filtered(
          "CIVignetteEffect",
          [
            "inputImage": .image(flat(.one, square.outset(by: 70))), "inputCenter": .vector([0.5, 0.5]),
            "inputRadius": .number(20), "inputFalloff": .number(falloff),
          ]), x, 0
      ).x
    }
    #expect(try light(0, 19) == 1 && abs(light(0, 20) - 0.21404) < 1e-5 && light(0, 21) == 0)
    #expect(try light(1, 0) == 1 && abs(light(1, 30) - 0.21404) < 1e-5 && light(1, 60) == 0)
    #expect(try light(0.25, 10) == 1 && abs(light(0.25, 20) - 0.21404) < 1e-5 && light(0.25, 30) == 0)
  }

  @Test func negativeIntensitiesBrighten() {
    let body = VignetteEffect.formula.reference(
      [0.25, 0.25, 0.25, 0.5], at: [100, 0], [SIMD2<Float>(0, 0), Float(10), Float(0.1), Float(-1)])
    // sRGB continued to 2: ((2 + 0.055) / 1.055)^2.4 = 4.95384.
    expect(body, near: [0.25 * 4.95384, 0.25 * 4.95384, 0.25 * 4.95384, 0.5], within: 1e-4)
  }
}
