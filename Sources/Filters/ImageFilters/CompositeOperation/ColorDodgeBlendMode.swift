/// CIColorDodgeBlendMode: brightens the background to bring out the image.
///
/// Formula: f = min(1, {C_b}/{1 - C_s})
package enum ColorDodgeBlendMode {
  static let filter = BlendMode(
    "CIColorDodgeBlendMode", summary: "Brightens the background by the image.", formula: formula)

  /// min(1, Cb / (1 - Cs)), straight, linear light; 0 where Cb is 0 or less, else 1 where Cs is 1 or more.
  /// Source: W3C Compositing and Blending Level 1, color-dodge.
  /// Shader: CompositeOperation/ColorDodgeBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "colorDodgeBlend", colorDodge)
}
