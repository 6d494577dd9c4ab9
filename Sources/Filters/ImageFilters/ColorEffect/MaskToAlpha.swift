/// CIMaskToAlpha: white whose alpha is the image's brightness.
///
/// Formula: a′ = g, rgb′ = (1, 1, 1)
package enum MaskToAlpha {
  static let filter = Filter(
    "CIMaskToAlpha", displayName: "Mask to Alpha", summary: "Grey becomes alpha of white.",
    categories: .pointwise(.colorEffect), since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage],
    formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula)
  }

  /// The premultiplied green in all four components: white with that alpha; linear light.
  /// Shader: ColorEffect/MaskToAlpha.glsl
  ///
  /// Source: fitted on real images: alpha is the linear green.
  package static let formula = ColorFormula("maskToAlpha") { color in
    Color(color.green, color.green, color.green, color.green)
  }
}
