/// CIColorThreshold: each component becomes 1 above a threshold and 0 below.
///
/// Formula: c′_k = 1 " if " c_k > t, " else " 0, k = r, g, b
package enum ColorThreshold {
  static let threshold = Parameter<Float>("inputThreshold", default: 0.5, slider: 0...1)

  static let filter = Filter(
    "CIColorThreshold", summary: "Makes each component 0 or 1 around a threshold.",
    categories: .pointwise(.colorAdjustment), since: "macOS 11.0 / iOS 14 / tvOS 14",
    parameters: [.inputImage, threshold], formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula, inputs[threshold])
  }

  /// 1 where a straight component is above the threshold, else 0; alpha unchanged, linear light.
  /// Shader: ColorAdjustment/ColorThreshold.glsl
  ///
  /// Source: Core Image's filter reference; linear light measured on real images.
  package static let formula = ColorFormula("colorThreshold", keepsAlpha: true) { (color, threshold: Float) in
    let (zero, one) = (Lane(), Lane(repeating: 1))
    let rgb = color.unpremultiplied.rgb.map { zero.replacing(with: one, where: $0 .> threshold) }
    return Color(rgb, color.alpha).premultiplied
  }
}
