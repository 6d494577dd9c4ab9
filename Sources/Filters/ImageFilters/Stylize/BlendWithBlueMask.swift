/// CIBlendWithBlueMask: the image where the mask's blue is 1, the background where it is 0.
///
/// Formula: C = B + (S - B) m_b
///
/// Source: Core Image's filter reference.
package enum BlendWithBlueMask {
  static let filter = MaskBlend(
    "CIBlendWithBlueMask", summary: "Mixes image and background by the blue of a mask.",
    since: "macOS 10.13 / iOS 11 / tvOS 11", formula: formula)

  /// B + (S - B) m with m the mask's blue, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithBlueMask.glsl
  package static let formula = ColorFormula(mask: "blendWithBlueMask") { source, background, mask in
    mix(background, source, mask.blue)
  }
}
