/// CILinearBurnBlendMode: the sum of the colours less white.
///
/// Formula: f = max(0, C_b + C_s - 1)
package enum LinearBurnBlendMode {
  static let filter = BlendMode(
    "CILinearBurnBlendMode", summary: "Adds the two and takes white away.", since: "macOS 10.10 / iOS 8 / tvOS 8",
    formula: formula)

  /// max(0, S Ba + B Sa - Sa Ba) where both are present, premultiplied, linear light.
  /// Source: Cs + Cb - 1, not below 0, as image editors define linear burn, put into premultiplied form.
  /// Shader: CompositeOperation/LinearBurnBlendMode.glsl
  package static let formula = ColorFormula(mode: "linearBurnBlend") { s, b, sa, ba in
    (s * ba + b * sa - sa * ba).atLeast(0)
  }
}
