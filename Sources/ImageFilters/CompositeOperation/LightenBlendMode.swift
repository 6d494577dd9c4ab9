import ImageGraph

/// CILightenBlendMode: the lighter of the two colours.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = max(C_b, C_s)
package enum LightenBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CILightenBlendMode", displayName: "Lighten Blend Mode", summary: "Keeps the lighter of each component.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// The larger of S Ba and B Sa where both are there, premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, lighten, put into premultiplied form.
  /// Shader: CompositeOperation/LightenBlendMode.glsl
  package static let formula = ColorFormula(blend: "lightenBlend", chosen: { $0.otherThanClear }) { source, background in
    blended(source, background) { s, b, sa, ba in greatest(s * ba, b * sa) }
  }
}
