/// CIGammaAdjust: a power function, which changes the mid tones and keeps black and white.
///
/// Formula: rgb′ = max(rgb, 0)^{power}
///
/// Source: Core Image's filter reference; fits real images to 1/255.
package enum GammaAdjust {
  static let power = Parameter<Float>("inputPower", default: 1, slider: 0.25...4, identity: 1)

  static let filter = Filter(
    "CIGammaAdjust", summary: "Power curve.", categories: .extendedPointwise(.colorAdjustment),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.inputImage, power], formulas: [.color(formula)],
    example: ["inputPower": 1.8], neutral: [power]
  ) { inputs in
    inputs.image.mapped(by: formula, inputs[power])
  }

  /// Straight rgb raised to a power in linear light, 0 for values of 0 or less; alpha untouched.
  /// Shader: ColorAdjustment/GammaAdjust.glsl
  package static let formula = ColorFormula("gammaAdjust", keepsAlpha: true) { (color, exponent: Float) in
    let straight = color.unpremultiplied
    return Color(straight.rgb.map { $0.power(exponent) }, color.alpha).premultiplied
  }
}
