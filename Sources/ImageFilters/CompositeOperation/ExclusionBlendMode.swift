import ImageGraph

/// CIExclusionBlendMode: like difference with less contrast.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = C_b + C_s - 2 C_b C_s
package enum ExclusionBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIExclusionBlendMode", displayName: "Exclusion Blend Mode", summary: "Difference with lower contrast.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// S Ba + B Sa - 2 S B where both are there, premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, exclusion, put into premultiplied form.
  /// Shader: CompositeOperation/ExclusionBlendMode.glsl
  package static let formula = ColorFormula(blend: "exclusionBlend", chosen: { $0.otherThanClear }) { source, background in
    blended(source, background) { s, b, sa, ba in s * ba + b * sa - 2 * s * b }
  }
}
