import ImageGraph

/// CIColorBurnBlendMode: darkens the background to bring out the image.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = 1 - min(1, {1 - C_b}/{C_s})
package enum ColorBurnBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIColorBurnBlendMode", displayName: "Color Burn Blend Mode", summary: "Darkens the background by the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// 1 - min(1, (1 - Cb) / Cs), straight, linear light; 1 where Cb is 1 or more, else 0 where Cs is 0 or less.
  /// Source: W3C Compositing and Blending Level 1, color-burn.
  /// Shader: CompositeOperation/ColorBurnBlendMode.glsl
  package static let formula = ColorFormula(blend: "colorBurnBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedStraight(source, background) { s, b in
      colorBurn(s, b)
    }
  }
}
