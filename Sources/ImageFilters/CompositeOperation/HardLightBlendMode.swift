import ImageGraph

/// CIHardLightBlendMode: multiplies where the image is dark and screens where it is light.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = 2 C_s C_b " if " C_s ≤ {1}/{2}, " else " 1 - 2 (1 - C_s)(1 - C_b)
package enum HardLightBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIHardLightBlendMode", displayName: "Hard Light Blend Mode",
    summary: "Multiplies or screens, depending on the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// Cs ≤ 0.5: 2 Cs Cb, else 1 - 2 (1 - Cs) (1 - Cb), straight, linear light.
  /// Source: W3C Compositing and Blending Level 1, hard-light.
  /// Shader: CompositeOperation/HardLightBlendMode.glsl
  package static let formula = ColorFormula(blend: "hardLightBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedStraight(source, background) { s, b in
      (1 - 2 * (1 - s) * (1 - b)).replacing(with: 2 * s * b, where: s .<= 0.5)
    }
  }
}
