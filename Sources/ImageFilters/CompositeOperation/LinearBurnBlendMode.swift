import ImageGraph

/// CILinearBurnBlendMode: the sum of the colours less white.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = max(0, C_b + C_s - 1)
package enum LinearBurnBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CILinearBurnBlendMode", displayName: "Linear Burn Blend Mode", summary: "Adds the two and takes white away.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.10 / iOS 8 / tvOS 8", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// max(0, S Ba + B Sa - Sa Ba) where both are there, premultiplied, linear light.
  /// Source: Cs + Cb - 1, not below 0, as image editors define linear burn, put into premultiplied form.
  /// Shader: CompositeOperation/LinearBurnBlendMode.glsl
  package static let formula = ColorFormula(blend: "linearBurnBlend", chosen: { $0.otherThanClear }) { source, background in
    blended(source, background) { s, b, sa, ba in (s * ba + b * sa - sa * ba).atLeast(0) }
  }
}
