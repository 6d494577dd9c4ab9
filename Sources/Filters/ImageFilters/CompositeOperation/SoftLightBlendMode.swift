/// CISoftLightBlendMode: a soft form of hard light: darkens or lightens by a power of the background.
///
/// Formula: f = C_b^{2 - 2 C_s} " if " C_s ≤ {1}/{2}, " else " C_b^{1.5 - C_s}
package enum SoftLightBlendMode {
  static let filter = BlendMode(
    "CISoftLightBlendMode", summary: "Darkens or lightens softly, depending on the image.", formula: formula)

  /// Cs ≤ 0.5: Cb^(2 - 2 Cs), else Cb^(1.5 - Cs), straight, linear light, Cs limited to 0...1; 0 where Cb is 0 or
  /// less.
  /// Source: fitted on real images (1 / 255 at most, 0.0001 in the mean).
  /// Shader: CompositeOperation/SoftLightBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "softLightBlend") { s, b in
    let limited = s.limited(to: 0, 1)
    return b.power((1.5 - limited).replacing(with: 2 - 2 * limited, where: limited .<= 0.5))
  }
}
