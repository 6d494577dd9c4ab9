import ImageGraph

/// CISourceOverCompositing: lays the image over the background.
///
/// Formula: C = S + B (1 - S_a)
///
/// Source: Porter and Duff 1984, over.
package enum SourceOverCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CISourceOverCompositing", displayName: "Source Over", summary: "Source over the background.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// S + B (1 - Sa), all components premultiplied; alpha may pass 1.
  /// Shader: CompositeOperation/SourceOverCompositing.glsl
  package static let formula = ColorFormula(
    blend: "sourceOver", chosen: { colors in colors[0].isClear ? 1 : colors[1].isClear || colors[0].isOpaque ? 0 : nil }
  ) { source, background in
    source + background * (1 - source.alpha)
  }
}
