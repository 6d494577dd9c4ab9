/// CIDifferenceBlendMode: the absolute difference of the two colours.
///
/// Formula: f = |C_b - C_s|
package enum DifferenceBlendMode {
  static let filter = BlendMode(
    "CIDifferenceBlendMode", summary: "The difference of the two without its sign.", formula: formula)

  /// |S Ba - B Sa| where both are present, premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, difference, put into premultiplied form.
  /// Shader: CompositeOperation/DifferenceBlendMode.glsl
  package static let formula = ColorFormula(mode: "differenceBlend") { s, b, sa, ba in (s * ba - b * sa).magnitude }
}
