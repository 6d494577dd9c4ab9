import ImageGraph

/// CISourceInCompositing: keeps of the image what lies on the background, and drops the background.
///
/// Formula: C = S B_a
///
/// Source: Porter and Duff 1984, in.
package enum SourceInCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CISourceInCompositing", displayName: "Source In", summary: "Source cut by the background's alpha.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .intersection)
  }

  /// S Ba, all components premultiplied.
  /// Shader: CompositeOperation/SourceInCompositing.glsl
  package static let formula = ColorFormula(
    blend: "sourceIn", chosen: { colors in colors[1].isClear ? 1 : colors[0].isClear || colors[1].isOpaque ? 0 : nil }
  ) { source, background in
    source * background.alpha
  }
}
