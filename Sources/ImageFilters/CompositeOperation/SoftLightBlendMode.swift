import ImageGraph

/// CISoftLightBlendMode: a soft form of hard light: darkens or lightens by a power of the background.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = C_b^{2 - 2 C_s} " if " C_s ≤ {1}/{2}, " else " C_b^{1.5 - C_s}
package enum SoftLightBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CISoftLightBlendMode", displayName: "Soft Light Blend Mode",
    summary: "Darkens or lightens softly, depending on the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// Cs ≤ 0.5: Cb^(2 - 2 Cs), else Cb^(1.5 - Cs), straight, linear light, Cs limited to 0...1; 0 where Cb is 0 or
  /// less.
  /// Source: fitted on real pictures (1 / 255 at most, 0.0001 in the mean).
  /// Shader: CompositeOperation/SoftLightBlendMode.glsl
  package static let formula = ColorFormula(blend: "softLightBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedStraight(source, background) { s, b in
      let limited = s.limited(to: 0, 1)
      return b.power((1.5 - limited).replacing(with: 2 - 2 * limited, where: limited .<= 0.5))
    }
  }
}
