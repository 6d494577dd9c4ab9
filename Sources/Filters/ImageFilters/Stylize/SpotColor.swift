/// CISpotColor: replaces colours that are close to one of three.
///
/// Formula: c′ = c + clamp(slope (closeness - |c - center|), 0, 1) (replacement - c)
package enum SpotColor {
  static let centerColor1 = Parameter<ColorValue>(
    "inputCenterColor1", type: .color, default: ColorValue(0.0784, 0.0627, 0.0706, 1))
  static let replacementColor1 = Parameter<ColorValue>(
    "inputReplacementColor1", type: .color, default: ColorValue(0.4392, 0.1922, 0.1961, 1))
  static let closeness1 = Parameter<Float>("inputCloseness1", default: 0.22, min: 0, slider: 0...0.5)
  static let contrast1 = Parameter<Float>("inputContrast1", default: 0.98, min: 0, slider: 0...1)
  static let centerColor2 = Parameter<ColorValue>(
    "inputCenterColor2", type: .color, default: ColorValue(0.5255, 0.3059, 0.3451, 1))
  static let replacementColor2 = Parameter<ColorValue>(
    "inputReplacementColor2", type: .color, default: ColorValue(0.9137, 0.5608, 0.5059, 1))
  static let closeness2 = Parameter<Float>("inputCloseness2", default: 0.15, min: 0, slider: 0...0.5)
  static let contrast2 = Parameter<Float>("inputContrast2", default: 0.98, min: 0, slider: 0...1)
  static let centerColor3 = Parameter<ColorValue>(
    "inputCenterColor3", type: .color, default: ColorValue(0.9216, 0.4549, 0.3333, 1))
  static let replacementColor3 = Parameter<ColorValue>(
    "inputReplacementColor3", type: .color, default: ColorValue(0.9098, 0.7529, 0.6078, 1))
  static let closeness3 = Parameter<Float>("inputCloseness3", default: 0.5, min: 0, slider: 0...0.5)
  static let contrast3 = Parameter<Float>("inputContrast3", default: 0.99, min: 0, slider: 0...1)

  static let filter = Filter(
    "CISpotColor", summary: "Replaces up to three colour ranges.", categories: .extended(.stylize),
    since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [
      .inputImage, centerColor1, replacementColor1, closeness1, contrast1, centerColor2, replacementColor2, closeness2,
      contrast2, centerColor3, replacementColor3, closeness3, contrast3,
    ],
    formulas: [.color(codes), .color(formula)]
  ) { (inputs) throws(RenderError) in
    let original = inputs.image.mapped(by: ColorConversions.unpremultiply).mapped(by: codes)
    // The first colour is applied last, so it takes precedence: its default range is the narrowest.
    let steps = [
      (inputs[centerColor3], inputs[replacementColor3], inputs[closeness3], inputs[contrast3]),
      (inputs[centerColor2], inputs[replacementColor2], inputs[closeness2], inputs[contrast2]),
      (inputs[centerColor1], inputs[replacementColor1], inputs[closeness1], inputs[contrast1]),
    ]
    var result = original
    for (center, replacement, closeness, contrast) in steps {
      guard closeness.isFinite, contrast.isFinite else {
        throw .invalidArgument("CISpotColor: a number of inputCloseness or inputContrast is not finite")
      }
      let fade = max(closeness * (1 - min(max(contrast, 0), 1)), 1 / 256)
      result = Node.combined(
        [result, original], by: formula, rgb(center), rgb(replacement), max(closeness, 0), 1 / fade, extent: .first)
    }
    return result.mapped(by: ColorConversions.linearFromSRGB).mapped(by: ColorConversions.premultiply)
  }

  private static func rgb(_ color: ColorValue) -> SIMD3<Float> {
    [Float(color.red), Float(color.green), Float(color.blue)]
  }

  /// Converts linear light to sRGB at full float precision, because `formula` multiplies differences of encoded values
  /// by up to 256; alpha unchanged. For straight colours of any range. Shader: Stylize/SpotColor.glsl
  ///
  /// Source: IEC 61966-2-1:1999, 5.2, mirrored below 0.
  static let codes = ColorFormula("spotColorCodes", keepsAlpha: true, keepsGrey: true) { color in
    Color(
      color.rgb.map { linear in
        let magnitude = linear.magnitude
        let curved = magnitude.exactPower(1 / 2.4) * 1.055 - 0.055
        let code = (magnitude * 12.92).replacing(with: curved, where: magnitude .> 0.0031308)
        return code.replacing(with: -code, where: linear .< 0)
      }, color.alpha)
  }

  /// Mixes the first input with `replacement` by (`closeness` - distance of the second input from `center`) slope,
  /// limited to 0...1; alpha of the first input. Straight, sRGB-encoded. Shader: Stylize/SpotColor.glsl
  ///
  /// Source: our own. The slope is 1 over closeness (1 - contrast): at contrast 1 the range ends sharply.
  package static let formula = ColorFormula(blend: "spotColor", preserves: .opacity) {
    (color, original, center: SIMD3<Float>, replacement: SIMD3<Float>, closeness: Float, slope: Float) in
    let offset = original.rgb + RGB(-center)
    let distance = (offset.red * offset.red + offset.green * offset.green + offset.blue * offset.blue).squareRoot()
    let weight = ((closeness - distance) * slope).limited(to: 0, 1)
    return Color(mix(color.rgb, RGB(replacement), weight), color.alpha)
  }
}
