/// CIWhitePointAdjust: maps the image's white to a colour.
///
/// Formula: rgb′ = colour · rgb
package enum WhitePointAdjust {
  static let color = Parameter<ColorValue>("inputColor", type: .color, default: .white, identity: .white)

  static let filter = Filter(
    "CIWhitePointAdjust", summary: "Maps a reference white to a colour.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [.inputImage, color], formulas: [.color(formula)],
    example: ["inputColor": .color(ColorValue(1, 0.85, 0.6))]
  ) { inputs in
    inputs.image.mapped(by: formula, inputs[color].workingRGB)
  }

  /// rgb times the colour, component by component; alpha untouched, linear light.
  /// Shader: ColorAdjustment/WhitePointAdjust.glsl
  ///
  /// Source: fitted on real images: the product with the linearised colour agrees to 1/255.
  package static let formula = ColorFormula("whitePointAdjust", keepsAlpha: true) { (color, white: SIMD3<Float>) in
    Color(color.rgb * RGB(white), color.alpha)
  }
}
