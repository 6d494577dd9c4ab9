/// CIColorControls: saturation, brightness and contrast in one step.
///
/// Formula: L = 0.2125 r + 0.7154 g + 0.0721 b
/// Formula: rgb′ = contrast (L + saturation (rgb - L) - {1}/{2}) + {1}/{2} + brightness
package enum ColorControls {
  static let saturation = Parameter<Float>("inputSaturation", default: 1, min: 0, slider: 0...2, identity: 1)
  static let brightness = Parameter<Float>("inputBrightness", default: 0, min: -1, slider: -1...1, identity: 0)
  static let contrast = Parameter<Float>("inputContrast", default: 1, min: 0, slider: 0.25...4, identity: 1)

  static let filter = Filter(
    "CIColorControls", summary: "Saturation, brightness and contrast.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [.inputImage, saturation, brightness, contrast], formulas: [.color(formula)],
    example: ["inputBrightness": 0.05, "inputContrast": 1.2, "inputSaturation": 1.5]
  ) { inputs in
    let slope = inputs[contrast]
    return inputs.image.mapped(
      by: formula, Luma.weights, inputs[saturation], slope, 0.5 - 0.5 * slope + inputs[brightness])
  }

  /// rgb scaled away from its luma by `saturation`, times `contrast`, plus `offset`; alpha unchanged. The whole map is
  /// linear. Premultiplied colour therefore gives the same result as straight colour if the offset is multiplied by
  /// alpha.
  /// Shader: ColorAdjustment/ColorControls.glsl
  ///
  /// Source: measured on Core Image: (mix(luma, c, saturation) - 0.5) contrast + 0.5 + brightness in linear light.
  package static let formula = ColorFormula("colorControls", rows: rows) {
    (color, luma: SIMD3<Float>, saturation: Float, contrast: Float, offset: Float) in
    let rgb = mix(RGB(color.rgb.dot(luma)), color.rgb, saturation)
    return Color(rgb * contrast + color.alpha * offset, color.alpha)
  }

  @Sendable private static func rows(
    _ luma: SIMD3<Float>, _ saturation: Float, _ contrast: Float, _ offset: Float
  ) -> ColorRows {
    func row(_ unit: SIMD3<Float>) -> SIMD4<Float> { SIMD4((luma + (unit - luma) * saturation) * contrast, offset) }
    return ColorRows(row([1, 0, 0]), row([0, 1, 0]), row([0, 0, 1]))
  }
}
