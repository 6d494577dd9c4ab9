import ImageGraph

/// CIScreenBlendMode: multiplies the negatives of the colours, which brightens.
///
/// Formula: C = S + B - S B
package enum ScreenBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIScreenBlendMode", displayName: "Screen Blend Mode", summary: "Inverse multiply.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// S + B - S B, all components premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, screen, put into premultiplied form.
  /// Shader: CompositeOperation/ScreenBlendMode.glsl
  package static let formula = ColorFormula(blend: "screenBlend", chosen: { $0.otherThanClear }) { source, background in
    let both = Color(source.rgb * background.rgb, source.alpha * background.alpha)
    return source + background - both
  }
}
