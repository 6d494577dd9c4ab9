import ImageGraph

/// CIAdditionCompositing: adds the two, alpha as well, which brightens.
///
/// Formula: C = S + B
package enum AdditionCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIAdditionCompositing", displayName: "Addition", summary: "Adds the two.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// S + B, all components premultiplied; alpha may pass 1 and stays so.
  /// Source: Porter-Duff plus; alpha beyond 1 is measured on real pictures.
  /// Shader: CompositeOperation/AdditionCompositing.glsl
  package static let formula = ColorFormula(blend: "addition", chosen: { $0.otherThanClear }) { source, background in
    source + background
  }
}
