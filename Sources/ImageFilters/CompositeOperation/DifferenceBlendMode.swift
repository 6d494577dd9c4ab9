import ImageGraph

/// CIDifferenceBlendMode: how far the two colours are from each other.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = |C_b - C_s|
package enum DifferenceBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIDifferenceBlendMode", displayName: "Difference Blend Mode",
    summary: "The difference of the two without its sign.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// |S Ba - B Sa| where both are there, premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, difference, put into premultiplied form.
  /// Shader: CompositeOperation/DifferenceBlendMode.glsl
  package static let formula = ColorFormula(blend: "differenceBlend", chosen: { $0.otherThanClear }) { source, background in
    blended(source, background) { s, b, sa, ba in (s * ba - b * sa).magnitude }
  }
}
