/// CIMaximumComponent: grey of the largest component.
///
/// Formula: rgb′ = max(r, g, b)
package enum MaximumComponent {
  static let filter = Filter(
    "CIMaximumComponent", summary: "Grey from the largest component.", categories: .extendedPointwise(.colorEffect),
    since: "macOS 10.5 / iOS 6 / tvOS 6", parameters: [.inputImage], formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula)
  }

  /// max(r, g, b) in all three components; alpha untouched, linear light. Shader: ColorEffect/MaximumComponent.glsl
  ///
  /// Source: Core Image's filter reference; fits real images.
  package static let formula = ColorFormula("maximumComponent", keepsAlpha: true) { color in
    Color(RGB(greatest(greatest(color.red, color.green), color.blue)), color.alpha)
  }
}
