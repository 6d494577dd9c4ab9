import ImageGraph

/// CIMaximumCompositing: the larger of the two, component by component.
///
/// Formula: C = max(S, B)
package enum MaximumCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIMaximumCompositing", displayName: "Maximum", summary: "The larger component of the two.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// max(S, B), all components premultiplied.
  /// Source: the description in Core Image's filter reference.
  /// Shader: CompositeOperation/MaximumCompositing.glsl
  package static let formula = ColorFormula(blend: "maximum") { source, background in
    greatest(source, background)
  }
}
