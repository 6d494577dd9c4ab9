import ImageGraph

/// CIMultiplyCompositing: multiplies the two, alpha as well.
///
/// Formula: C = S B
package enum MultiplyCompositing {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIMultiplyCompositing", displayName: "Multiply", summary: "Multiplies the two.",
    categories: [.builtIn, .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .intersection)
  }

  /// S B, all components premultiplied.
  /// Source: the description in Core Image's filter reference.
  /// Shader: CompositeOperation/MultiplyCompositing.glsl
  package static let formula = ColorFormula(blend: "multiply") { source, background in
    Color(source.rgb * background.rgb, source.alpha * background.alpha)
  }
}
