/// CIMix: a linear mixture of image and background.
///
/// Formula: C = B + (S - B) amount
package enum Mix {
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image, isOptional: true)
  static let amount = Parameter<Float>("inputAmount", default: 1, slider: 0...1, identity: 1)

  static let filter = Filter(
    "CIMix", summary: "Linear mix of image and background.", categories: .extended(.stylize),
    since: "macOS 10.14 / iOS 12 / tvOS 12", parameters: [.inputImage, backgroundImage, amount],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined(
      [inputs.image, inputs.optional(backgroundImage) ?? .empty], by: formula, min(max(inputs[amount], 0), 1),
      extent: .union)
  }

  /// B + (S - B) amount, all components premultiplied; linear light. Shader: Stylize/Mix.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let formula = ColorFormula(blend: "mixImages") { (source, background, amount: Float) in
    mix(background, source, amount)
  }
}
