import ImageGraph

/// CISourceOutCompositing: keeps of the image what lies beside the background, and drops the background.
///
/// Formula: C = S (1 - B_a)
package enum SourceOutCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CISourceOutCompositing", displayName: "Source Out",
    summary: "Source cut by the inverse of the background's alpha.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .first)
  }

  /// S (1 - Ba), all components premultiplied.
  /// Source: Porter and Duff 1984, out.
  /// Shader: CompositeOperation/SourceOutCompositing.glsl
  package static let formula = ColorFormula(blend: "sourceOut", chosen: { $0[0].isClear || $0[1].isClear ? 0 : nil }) { source, background in
    source * (1 - background.alpha)
  }
}
