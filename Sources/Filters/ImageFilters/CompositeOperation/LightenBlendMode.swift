/// CILightenBlendMode: the lighter of the two colours.
///
/// Formula: f = max(C_b, C_s)
package enum LightenBlendMode {
  static let filter = BlendMode("CILightenBlendMode", summary: "Keeps the lighter of each component.", formula: formula)

  /// The larger of S Ba and B Sa where both are present, premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, lighten, put into premultiplied form.
  /// Shader: CompositeOperation/LightenBlendMode.glsl
  package static let formula = ColorFormula(mode: "lightenBlend") { s, b, sa, ba in greatest(s * ba, b * sa) }
}
