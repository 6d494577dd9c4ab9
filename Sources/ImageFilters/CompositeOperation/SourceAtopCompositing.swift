import ImageGraph

/// CISourceAtopCompositing: the image over the background, cut by the background's alpha.
///
/// Formula: C = S B_a + B (1 - S_a)
package enum SourceAtopCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CISourceAtopCompositing", displayName: "Source Atop",
    summary: "Source over background, cut by the background's alpha.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .last)
  }

  /// S Ba + B (1 - Sa), all components premultiplied.
  /// Source: Porter and Duff 1984, atop.
  /// Shader: CompositeOperation/SourceAtopCompositing.glsl
  package static let formula = ColorFormula(blend: "sourceAtop", chosen: { $0[0].isClear || $0[1].isClear ? 1 : nil }) { source, background in
    source * background.alpha + background * (1 - source.alpha)
  }
}
