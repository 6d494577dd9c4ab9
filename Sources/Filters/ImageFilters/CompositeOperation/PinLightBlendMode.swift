/// CIPinLightBlendMode: replaces colours, depending on the image's brightness.
///
/// Formula: f = min(C_b, 2 C_s) " if " C_s ≤ {1}/{2}, " else " max(C_b, 2 C_s - 1)
package enum PinLightBlendMode {
  static let filter = BlendMode(
    "CIPinLightBlendMode", summary: "Darkens or lightens, depending on the image.",
    since: "macOS 10.10 / iOS 8 / tvOS 8", formula: formula)

  /// Cs ≤ 0.5: min(Cb, 2 Cs), else max(Cb, 2 Cs - 1), straight, linear light.
  /// Source: the definition of image editors.
  /// Shader: CompositeOperation/PinLightBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "pinLightBlend") { s, b in
    greatest(b, 2 * s - 1).replacing(with: least(b, 2 * s), where: s .<= 0.5)
  }
}
