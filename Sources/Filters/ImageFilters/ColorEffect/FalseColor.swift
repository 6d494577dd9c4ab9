/// CIFalseColor: maps the image's luminance to a ramp between two colours.
///
/// Formula: c′ = c_0 + Y (c_1 - c_0), Y = 0.2125 r + 0.7154 g + 0.0721 b
package enum FalseColor {
  static let color0 = Parameter<ColorValue>("inputColor0", type: .color, default: ColorValue(0.3, 0, 0, 1))
  static let color1 = Parameter<ColorValue>("inputColor1", type: .color, default: ColorValue(1, 0.9, 0.8, 1))

  static let filter = Filter(
    "CIFalseColor", summary: "Maps luminance to a ramp of two colours.", categories: .extendedPointwise(.colorEffect),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.inputImage, color0, color1], formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula, Luma.weights, inputs[color0].working, inputs[color1].working)
  }

  /// A ramp from color0 to color1 by the luma of the straight colour, times the alpha of the image; premultiplied,
  /// linear light.
  /// Shader: ColorEffect/FalseColor.glsl
  ///
  /// Source: Core Image's filter reference; luma weights fitted on real images.
  package static let formula = ColorFormula("falseColor") {
    (color, luma: SIMD3<Float>, color0: SIMD4<Float>, color1: SIMD4<Float>) in
    let level = color.unpremultiplied.rgb.dot(luma)
    return mix(Color(repeating: color0), Color(repeating: color1), level) * color.alpha
  }
}
