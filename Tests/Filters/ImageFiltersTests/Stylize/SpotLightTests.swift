import ImageFilters
import ImageGraph
import Testing

@Suite struct SpotLightTests {
  private func lit(_ x: Double, _ y: Double, concentration: Double = 1) throws -> SIMD4<Float> {
    let image = try filtered(
      "CISpotLight",
      [
        "inputImage": .image(flat([0.25, 0.5, 0.125, 0.5], square.outset(by: 50))),
        "inputLightPosition": .vector([0.5, 0.5, 40]), "inputLightPointsAt": .vector([0.5, 0.5, 0]),
        "inputBrightness": .number(2), "inputConcentration": .number(concentration),
        "inputColor": .color(ColorValue(1, 1, 0)),
      ])
    return try pixel(image, x, y)
  }

  /// 30 pixels from the foot of a light at a height of 40, the cosine is 0.8.
  @Test func lightFallsByThePowerOfTheCosine() throws {
    expect(try lit(0, 0), near: [0.5, 1, 0, 0.5])
    expect(try lit(30, 0), near: [0.4, 0.8, 0, 0.5])
    expect(try lit(0, -30, concentration: 0.5), near: [0.32, 0.64, 0, 0.5])
    expect(try lit(30, 0, concentration: 1e6), near: [0.5, 1, 0, 0.5], within: 1e-4)
  }

  @Test func aLampAtItsTargetShinesDown() throws {
    let image = try filtered(
      "CISpotLight",
      [
        "inputImage": .image(flat(.one, square)), "inputLightPosition": .vector([5, 5, 3]),
        "inputLightPointsAt": .vector([5, 5, 3]), "inputBrightness": .number(1),
      ])
    #expect(try pixel(image, 4, 4).x > 0.5)
  }

  @Test func placesThatAreNoneAreRefused() {
    let text = message {
      _ = try filtered(
        "CISpotLight", ["inputImage": .image(flat(.one, square)), "inputLightPosition": .vector([.nan, 0, 0])])
    }
    #expect(text.contains("CISpotLight") && text.contains("inputLightPosition"))
  }
}
