/// CIColorInvert: the negative of the image.
///
/// Formula: rgb′ = 1 - rgb
///
/// Source: Core Image's filter reference; fits real images to 1/255.
package enum ColorInvert {
  static let filter = Filter(
    "CIColorInvert", summary: "Inverts the colour and keeps alpha.", categories: .extendedPointwise(.colorEffect),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.inputImage], formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula)
  }

  /// 1 - rgb on straight colour, which is alpha - rgb on premultiplied; alpha untouched.
  /// Shader: ColorEffect/ColorInvert.glsl
  package static let formula = ColorFormula(
    "colorInvert", rows: { ColorRows([-1, 0, 0, 1], [0, -1, 0, 1], [0, 0, -1, 1]) }
  ) { color in
    Color(RGB(color.alpha) - color.rgb, color.alpha)
  }
}
