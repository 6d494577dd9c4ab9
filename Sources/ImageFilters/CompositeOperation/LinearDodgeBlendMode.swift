import ImageGraph

/// CILinearDodgeBlendMode: the sum of the colours, white at most.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = min(1, C_b + C_s)
package enum LinearDodgeBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CILinearDodgeBlendMode", displayName: "Linear Dodge Blend Mode", summary: "Adds the two.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.10 / iOS 8 / tvOS 8", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// min(Sa Ba, S Ba + B Sa) where both are there, premultiplied, linear light.
  /// Source: Cs + Cb, not above 1, as image editors define linear dodge, put into premultiplied form.
  /// Shader: CompositeOperation/LinearDodgeBlendMode.glsl
  package static let formula = ColorFormula(blend: "linearDodgeBlend", chosen: { $0.otherThanClear }) { source, background in
    blended(source, background) { s, b, sa, ba in least(s * ba + b * sa, sa * ba) }
  }
}
