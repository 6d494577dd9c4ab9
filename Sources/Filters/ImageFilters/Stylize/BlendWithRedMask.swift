/// CIBlendWithRedMask: the image where the mask's red is 1, the background where it is 0.
///
/// Formula: C = B + (S - B) m_r
///
/// Source: Core Image's filter reference.
package enum BlendWithRedMask {
  static let filter = MaskBlend(
    "CIBlendWithRedMask", summary: "Mixes image and background by the red of a mask.",
    since: "macOS 10.13 / iOS 11 / tvOS 11", formula: formula)

  /// B + (S - B) m with m the mask's red, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithRedMask.glsl
  package static let formula = ColorFormula(mask: "blendWithRedMask") { source, background, mask in
    mix(background, source, mask.red)
  }
}
