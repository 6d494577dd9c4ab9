/// CIColorPosterize: quantizes each component to a few levels.
///
/// Formula: c′ = {round(c (n - 1))}/{n - 1}
package enum ColorPosterize {
  static let levels = Parameter<Float>("inputLevels", default: 6, min: 1, slider: 2...30, identity: 300)

  static let filter = Filter(
    "CIColorPosterize", summary: "Cuts each channel to a number of levels.",
    categories: .extendedPointwise(.colorEffect), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, levels], formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula, max(inputs[levels], 2) - 1)
  }

  /// The nearest of 0, 1 / steps, 2 / steps … for each straight component; alpha untouched, linear light. There are
  /// at least
  /// two levels. Shader: ColorEffect/ColorPosterize.glsl
  ///
  /// Source: fitted on real images: round(c (n - 1)) / (n - 1) with n levels.
  package static let formula = ColorFormula("colorPosterize", keepsAlpha: true) { (color, steps: Float) in
    let rgb = color.unpremultiplied.rgb.map { ($0 * steps + 0.5).rounded(.down) / steps }
    return Color(rgb, color.alpha).premultiplied
  }
}
