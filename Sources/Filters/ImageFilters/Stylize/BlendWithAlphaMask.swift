/// CIBlendWithAlphaMask: the image where the mask's alpha is 1, the background where it is 0.
///
/// Formula: C = B + (S - B) m_a
///
/// Source: Core Image's filter reference.
package enum BlendWithAlphaMask {
  static let filter = MaskBlend(
    "CIBlendWithAlphaMask", summary: "Mixes image and background by the alpha of a mask.",
    since: "macOS 10.9 / iOS 7 / tvOS 7", example: ["inputMaskImage": .image(.ramp(.white, .clear))],
    formula: formula)

  /// B + (S - B) m with m the mask's alpha, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithAlphaMask.glsl
  package static let formula = ColorFormula(mask: "blendWithAlphaMask") { source, background, mask in
    mix(background, source, mask.alpha)
  }
}
