/// CIMinimumComponent: grey of the smallest component.
///
/// Formula: rgb′ = min(r, g, b)
package enum MinimumComponent {
  static let filter = Filter(
    "CIMinimumComponent", summary: "Grey from the smallest component.", categories: .extendedPointwise(.colorEffect),
    since: "macOS 10.5 / iOS 6 / tvOS 6", parameters: [.inputImage], formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula)
  }

  /// min(r, g, b) in all three components; alpha untouched, linear light. Shader: ColorEffect/MinimumComponent.glsl
  ///
  /// Source: Core Image's filter reference; fits real images.
  package static let formula = ColorFormula("minimumComponent", keepsAlpha: true) { color in
    Color(RGB(least(least(color.red, color.green), color.blue)), color.alpha)
  }
}
