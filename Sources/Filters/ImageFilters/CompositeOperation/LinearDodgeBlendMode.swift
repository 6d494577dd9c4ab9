/// CILinearDodgeBlendMode: the sum of the colours, limited to white.
///
/// Formula: f = min(1, C_b + C_s)
package enum LinearDodgeBlendMode {
  static let filter = BlendMode(
    "CILinearDodgeBlendMode", summary: "Adds the two.", since: "macOS 10.10 / iOS 8 / tvOS 8", formula: formula)

  /// min(Sa Ba, S Ba + B Sa) where both are present, premultiplied, linear light.
  /// Source: Cs + Cb, not above 1, as image editors define linear dodge, put into premultiplied form.
  /// Shader: CompositeOperation/LinearDodgeBlendMode.glsl
  package static let formula = ColorFormula(mode: "linearDodgeBlend") { s, b, sa, ba in least(s * ba + b * sa, sa * ba)
  }
}
