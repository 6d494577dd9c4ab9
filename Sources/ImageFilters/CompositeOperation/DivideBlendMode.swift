import ImageGraph

/// CIDivideBlendMode: the background divided by the image, white at most.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = min(1, {C_b}/{C_s})
package enum DivideBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIDivideBlendMode", displayName: "Divide Blend Mode", summary: "Divides the background by the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.10 / iOS 8 / tvOS 8", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// min(1, Cb / Cs), straight, linear light; 0 where Cb is 0 or less, else 1 where Cs is 0 or less.
  /// Source: the description in Core Image's filter reference; the limit, which makes division by 0 continuous, is
  /// that of image editors.
  /// Shader: CompositeOperation/DivideBlendMode.glsl
  package static let formula = ColorFormula(blend: "divideBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedStraight(source, background) { s, b in
      let quotient = least(b / Lane(repeating: 1).replacing(with: s, where: s .> 0), Lane(repeating: 1))
      let divided = Lane(repeating: 1).replacing(with: quotient, where: s .> 0)
      return Lane().replacing(with: divided, where: b .> 0)
    }
  }
}
