/// CIColorBurnBlendMode: darkens the background to bring out the image.
///
/// Formula: f = 1 - min(1, {1 - C_b}/{C_s})
package enum ColorBurnBlendMode {
  static let filter = BlendMode(
    "CIColorBurnBlendMode", summary: "Darkens the background by the image.", formula: formula)

  /// 1 - min(1, (1 - Cb) / Cs), straight, linear light; 1 where Cb is 1 or more, else 0 where Cs is 0 or less.
  /// Source: W3C Compositing and Blending Level 1, color-burn.
  /// Shader: CompositeOperation/ColorBurnBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "colorBurnBlend", colorBurn)
}
