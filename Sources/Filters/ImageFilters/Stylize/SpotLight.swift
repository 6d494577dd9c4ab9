/// CISpotLight: a spot light that illuminates the image from a point.
///
/// Formula: rgb′ = rgb · colour · brightness {cos}^{1/concentration} θ
package enum SpotLight {
  static let lightPosition = Parameter<[Double]>("inputLightPosition", type: .position3, default: [400, 600, 150])
  static let lightPointsAt = Parameter<[Double]>("inputLightPointsAt", type: .position3, default: [200, 200, 0])
  static let brightness = Parameter<Float>(
    "inputBrightness", type: .distance, default: 3, min: 0, slider: 0...10, identity: 1, unit: Unit.none)
  static let concentration = Parameter<Float>(
    "inputConcentration", default: 0.1, min: 0.001, slider: 0.001...1.5, identity: 20)

  static let filter = Filter(
    "CISpotLight", summary: "Directed spotlight.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, lightPosition, lightPointsAt, brightness, concentration, .opaqueColor],
    formulas: [.color(formula)],
    example: [
      "inputBrightness": 2, "inputConcentration": 0.15, "inputLightPosition": .coordinates([150, 260, 150]),
      "inputLightPointsAt": .coordinates([150, 190, 0]),
    ]
  ) { (inputs) throws(RenderError) in
    let (position, target) = (point(inputs[lightPosition]), point(inputs[lightPointsAt]))
    let (brightness, concentration) = (inputs[brightness], inputs[concentration])
    guard let position, let target, brightness.isFinite, concentration.isFinite else {
      throw .invalidArgument(
        "CISpotLight: inputLightPosition and inputLightPointsAt are three numbers each; one of these, inputBrightness "
          + "or "
          + "inputConcentration is not finite")
    }
    let way = target - position
    let length = (way * way).sum().squareRoot()
    // A light at the very point at which it is directed shines straight down.
    let direction = length > 0 ? SIMD3<Float>(way / length) : [0, 0, -1]
    return inputs.image.mapped(
      by: formula, SIMD3<Float>(position), direction, 1 / max(concentration, 0.001), brightness,
      inputs[.opaqueColor].workingRGB)
  }

  /// Returns three finite coordinates; missing ones are 0. Nil if one is not finite.
  private static func point(_ numbers: [Double]) -> SIMD3<Double>? {
    let padded = numbers.prefix(3) + [0, 0, 0]
    let point = SIMD3(padded[0], padded[1], padded[2])
    return [point.x, point.y, point.z].allSatisfy { $0.isFinite && abs($0) < 1e9 } ? point : nil
  }

  /// rgb times the light's colour times `brightness` cos^exponent of the angle between the light's direction and the
  /// direction from it to the pixel, with the image at z = 0; black behind the light. Alpha unchanged, linear light.
  /// Shader: Stylize/SpotLight.glsl
  ///
  /// Source: our own; the model of B. T. Phong, "Illumination for computer generated images" (1975), with 1 over
  /// `inputConcentration` as exponent, so that small ones give narrow beams.
  package static let formula = ColorFormula(positional: "spotLight", preserves: .opacity) {
    (
      color, at, position: SIMD3<Float>, direction: SIMD3<Float>, exponent: Float, brightness: Float,
      light: SIMD3<Float>
    ) in
    let (x, y) = (at.x - position.x, at.y - position.y)
    let z = Lane(repeating: -position.z)
    let length = (x * x + y * y + z * z).squareRoot().atLeast(1e-6)
    let cosine = (x * direction.x + y * direction.y + z * direction.z) / length
    let gain = cosine.power(exponent) * brightness
    return Color(color.rgb * RGB(light) * gain, color.alpha)
  }
}
