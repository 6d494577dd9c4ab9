import ImageGraph

/// CILinearLightBlendMode: linear burn where the image is dark, linear dodge where it is light.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
/// Formula: f = C_b + 2 C_s - 1
package enum LinearLightBlendMode {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image)

  static let filter = Filter(
    "CILinearLightBlendMode", displayName: "Linear Light Blend Mode",
    summary: "Burns or dodges linearly, depending on the image.",
    categories: [.builtIn, .compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 12.0 / iOS 15 / tvOS 15", builtin: "CICompositeOperation", parameters: [image, backgroundImage],
    formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs[image], inputs[backgroundImage]], by: formula, extent: .union)
  }

  /// B Sa + 2 S Ba - Sa Ba where both are there, premultiplied, linear light; not clamped.
  /// Source: Cb + 2 Cs - 1, as image editors define linear light, put into premultiplied form.
  /// Shader: CompositeOperation/LinearLightBlendMode.glsl
  package static let formula = ColorFormula(blend: "linearLightBlend", chosen: { $0.otherThanClear }) { source, background in
    blended(source, background) { s, b, sa, ba in b * sa + 2 * s * ba - sa * ba }
  }
}
