import ImageGraph

/// CIColorDodgeBlendMode: brightens the background to bring out the image.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = min(1, {C_b}/{1 - C_s})
package enum ColorDodgeBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIColorDodgeBlendMode", displayName: "Color Dodge Blend Mode", summary: "Brightens the background by the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// min(1, Cb / (1 - Cs)), straight, linear light; 0 where Cb is 0 or less, else 1 where Cs is 1 or more.
  /// Source: W3C Compositing and Blending Level 1, color-dodge.
  /// Shader: CompositeOperation/ColorDodgeBlendMode.glsl
  package static let formula = ColorFormula(blend: "colorDodgeBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedStraight(source, background) { s, b in
      colorDodge(s, b)
    }
  }
}
