/// CIHardLightBlendMode: multiplies where the image is dark and screens where it is light.
///
/// Formula: f = 2 C_s C_b " if " C_s ≤ {1}/{2}, " else " 1 - 2 (1 - C_s)(1 - C_b)
package enum HardLightBlendMode {
  static let filter = BlendMode(
    "CIHardLightBlendMode", summary: "Multiplies or screens, depending on the image.", formula: formula)

  /// Cs ≤ 0.5: 2 Cs Cb, else 1 - 2 (1 - Cs) (1 - Cb), straight, linear light.
  /// Source: W3C Compositing and Blending Level 1, hard-light.
  /// Shader: CompositeOperation/HardLightBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "hardLightBlend") { s, b in
    (1 - 2 * (1 - s) * (1 - b)).replacing(with: 2 * s * b, where: s .<= 0.5)
  }
}
