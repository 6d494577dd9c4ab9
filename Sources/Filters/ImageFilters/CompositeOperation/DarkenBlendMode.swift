/// CIDarkenBlendMode: the darker of the two colours.
///
/// Formula: f = min(C_b, C_s)
package enum DarkenBlendMode {
  static let filter = BlendMode("CIDarkenBlendMode", summary: "Keeps the darker of each component.", formula: formula)

  /// The smaller of S Ba and B Sa where both are present, premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, darken, put into premultiplied form.
  /// Shader: CompositeOperation/DarkenBlendMode.glsl
  package static let formula = ColorFormula(mode: "darkenBlend") { s, b, sa, ba in least(s * ba, b * sa) }
}
