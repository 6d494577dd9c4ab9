/// CIVividLightBlendMode: colour burn where the image is dark, colour dodge where it is light.
///
/// Formula: f = burn(C_b, 2 C_s) " if " C_s ≤ {1}/{2}, " else " dodge(C_b, 2 C_s - 1)
package enum VividLightBlendMode {
  static let filter = BlendMode(
    "CIVividLightBlendMode", summary: "Burns or dodges, depending on the image.",
    since: "macOS 12.0 / iOS 15 / tvOS 15", formula: formula)

  /// Cs ≤ 0.5: colour burn by 2 Cs, else colour dodge by 2 Cs - 1, straight, linear light.
  /// Source: the definition of image editors.
  /// Shader: CompositeOperation/VividLightBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "vividLightBlend") { s, b in
    colorDodge(2 * s - 1, b).replacing(with: colorBurn(2 * s, b), where: s .<= 0.5)
  }
}
