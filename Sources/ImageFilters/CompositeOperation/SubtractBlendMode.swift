import ImageGraph

/// CISubtractBlendMode: the background less the image.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = C_b - C_s
package enum SubtractBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CISubtractBlendMode", displayName: "Subtract Blend Mode", summary: "Subtracts the image from the background.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.10 / iOS 8 / tvOS 8", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// B Sa - S Ba where both are there, premultiplied, linear light; below 0 stays below 0.
  /// Source: the description in Core Image's filter reference.
  /// Shader: CompositeOperation/SubtractBlendMode.glsl
  package static let formula = ColorFormula(blend: "subtractBlend", chosen: { $0.otherThanClear }) { source, background in
    blended(source, background) { s, b, sa, ba in b * sa - s * ba }
  }
}
