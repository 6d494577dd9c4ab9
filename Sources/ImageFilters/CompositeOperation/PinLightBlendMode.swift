import ImageGraph

/// CIPinLightBlendMode: replaces colours, depending on how light the image is.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = min(C_b, 2 C_s) " if " C_s ≤ {1}/{2}, " else " max(C_b, 2 C_s - 1)
package enum PinLightBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIPinLightBlendMode", displayName: "Pin Light Blend Mode", summary: "Darkens or lightens, depending on the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.10 / iOS 8 / tvOS 8", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// Cs ≤ 0.5: min(Cb, 2 Cs), else max(Cb, 2 Cs - 1), straight, linear light.
  /// Source: the definition of image editors.
  /// Shader: CompositeOperation/PinLightBlendMode.glsl
  package static let formula = ColorFormula(blend: "pinLightBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedStraight(source, background) { s, b in
      greatest(b, 2 * s - 1).replacing(with: least(b, 2 * s), where: s .<= 0.5)
    }
  }
}
