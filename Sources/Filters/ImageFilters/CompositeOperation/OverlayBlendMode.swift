/// CIOverlayBlendMode: multiplies where the background is dark and screens where it is light.
///
/// Formula: f = 2 C_s C_b " if " C_b ≤ {1}/{2}, " else " 1 - 2 (1 - C_s)(1 - C_b)
package enum OverlayBlendMode {
  static let filter = BlendMode(
    "CIOverlayBlendMode", summary: "Multiplies or screens, depending on the background.", formula: formula)

  /// Cb ≤ 0.5: 2 Cs Cb, else 1 - 2 (1 - Cs) (1 - Cb), straight, linear light.
  /// Source: W3C Compositing and Blending Level 1, overlay: hard-light with the two swapped.
  /// Shader: CompositeOperation/OverlayBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "overlayBlend") { s, b in
    (1 - 2 * (1 - s) * (1 - b)).replacing(with: 2 * s * b, where: b .<= 0.5)
  }
}
