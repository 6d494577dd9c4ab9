/// CIColorMonochrome: the luminance of the image in shades of one colour.
///
/// Formula: Y = 0.2125 r + 0.7154 g + 0.0721 b
/// Formula: t = 2 Y k " if " Y < {1}/{2}, " else " k + (1 - k)(2 Y - 1)
/// Formula: rgb′ = rgb + intensity (t - rgb)
package enum ColorMonochrome {
  static let color = Parameter<ColorValue>("inputColor", type: .opaqueColor, default: ColorValue(0.6, 0.45, 0.3))

  static let filter = Filter(
    "CIColorMonochrome", summary: "Tints the luminance with one colour.", categories: .extendedPointwise(.colorEffect),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.inputImage, color, .fullIntensity], formulas: [.color(formula)],
    neutral: [.fullIntensity]
  ) { inputs in
    inputs.image.mapped(by: formula, Luma.weights, inputs[color].workingRGB, inputs[.fullIntensity])
  }

  /// A ramp from black at luma 0 through the tint at one half to white at 1, mixed with the straight colour by
  /// `intensity`; alpha unchanged, linear light. Shader: ColorEffect/ColorMonochrome.glsl
  ///
  /// Source: fitted on Core Image's pixels for a tint of 0 and 1: all agree to 1/255.
  package static let formula = ColorFormula("colorMonochrome", keepsAlpha: true) {
    (color, luma: SIMD3<Float>, tint: SIMD3<Float>, intensity: Float) in
    let straight = color.unpremultiplied
    let level = straight.rgb.dot(luma) * 2
    func shade(_ tint: Float) -> Lane {
      (level * tint).replacing(with: (1 - tint) * (level - 1) + tint, where: level .>= 1)
    }
    let shades = RGB(shade(tint.x), shade(tint.y), shade(tint.z))
    return Color(mix(straight.rgb, shades, intensity), color.alpha).premultiplied
  }
}
