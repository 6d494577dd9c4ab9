import ImageGraph

/// CISaturationBlendMode: the image's saturation with the background's hue and lightness.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = hsl(H(C_b), S(C_s), L(C_b))
package enum SaturationBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CISaturationBlendMode", displayName: "Saturation Blend Mode",
    summary: "Saturation of the image, the rest of the background.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// Saturation of the source, hue and lightness of the background, straight colours limited to 0...1, linear light.
  /// Source: fitted on real pictures, which exchange parts of HSL and not the luma of the W3C form.
  /// Shader: CompositeOperation/SaturationBlendMode.glsl
  package static let formula = ColorFormula(blend: "saturationBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedHSL(source, background) { s, b in HSL(hue: b.hue, saturation: s.saturation, lightness: b.lightness) }
  }
}
