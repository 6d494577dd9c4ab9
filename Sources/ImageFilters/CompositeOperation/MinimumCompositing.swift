import ImageGraph

/// CIMinimumCompositing: the smaller of the two, component by component.
///
/// Formula: C = min(S, B)
package enum MinimumCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIMinimumCompositing", displayName: "Minimum", summary: "The smaller component of the two.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .intersection)
  }

  /// min(S, B), all components premultiplied.
  /// Source: the description in Core Image's filter reference; the extent is measured on real pictures.
  /// Shader: CompositeOperation/MinimumCompositing.glsl
  package static let formula = ColorFormula(blend: "minimum") { source, background in
    least(source, background)
  }
}
