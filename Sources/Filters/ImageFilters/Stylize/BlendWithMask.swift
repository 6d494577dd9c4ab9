/// CIBlendWithMask: the image where the mask is bright, the background where it is dark.
///
/// Formula: C = B + (S - B) m_g
///
/// Source: Core Image's filter reference; that grey is green is measured.
package enum BlendWithMask {
  static let filter = MaskBlend(
    "CIBlendWithMask", summary: "Mixes image and background by the GREEN channel of a mask.",
    since: "macOS 10.4 / iOS 6 / tvOS 6", formula: formula)

  /// B + (S - B) g with g the mask's green, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithMask.glsl
  package static let formula = ColorFormula(
    mask: "blendWithMask", chosen: { colors in colors[2]?.y == 1 ? 0 : colors[2]?.y == 0 ? 1 : nil }
  ) { source, background, mask in
    mix(background, source, mask.green)
  }
}
