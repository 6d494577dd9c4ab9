/// CIExclusionBlendMode: like difference with less contrast.
///
/// Formula: f = C_b + C_s - 2 C_b C_s
package enum ExclusionBlendMode {
  static let filter = BlendMode("CIExclusionBlendMode", summary: "Difference with lower contrast.", formula: formula)

  /// S Ba + B Sa - 2 S B where both are present, premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, exclusion, put into premultiplied form.
  /// Shader: CompositeOperation/ExclusionBlendMode.glsl
  package static let formula = ColorFormula(mode: "exclusionBlend") { s, b, sa, ba in s * ba + b * sa - 2 * s * b }
}
