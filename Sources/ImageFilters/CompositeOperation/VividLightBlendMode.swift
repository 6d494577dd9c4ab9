import ImageGraph

/// CIVividLightBlendMode: colour burn where the image is dark, colour dodge where it is light.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = burn(C_b, 2 C_s) " if " C_s ≤ {1}/{2}, " else " dodge(C_b, 2 C_s - 1)
package enum VividLightBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CIVividLightBlendMode", displayName: "Vivid Light Blend Mode", summary: "Burns or dodges, depending on the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 12.0 / iOS 15 / tvOS 15", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// Cs ≤ 0.5: colour burn by 2 Cs, else colour dodge by 2 Cs - 1, straight, linear light.
  /// Source: the definition of image editors.
  /// Shader: CompositeOperation/VividLightBlendMode.glsl
  package static let formula = ColorFormula(blend: "vividLightBlend", chosen: { $0.otherThanClear }) { source, background in
    blendedStraight(source, background) { s, b in
      colorDodge(2 * s - 1, b).replacing(with: colorBurn(2 * s, b), where: s .<= 0.5)
    }
  }
}
