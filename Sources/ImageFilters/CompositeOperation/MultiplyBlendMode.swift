import ImageGraph

/// CIMultiplyBlendMode: multiplies the colours, which darkens.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = C_b C_s
package enum MultiplyBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIMultiplyBlendMode", displayName: "Multiply Blend Mode", summary: "Multiplies the two.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// S B where both are there, else the one that is: S B + S (1 - Ba) + B (1 - Sa), premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, multiply, put into premultiplied form.
  /// Shader: CompositeOperation/MultiplyBlendMode.glsl
  package static let formula = ColorFormula(blend: "multiplyBlend", chosen: { $0.otherThanClear }) { source, background in
    let both = Color(source.rgb * background.rgb, source.alpha * background.alpha)
    return both + source * (1 - background.alpha) + background * (1 - source.alpha)
  }
}
