/// CISubtractBlendMode: the background less the image.
///
/// Formula: f = C_b - C_s
package enum SubtractBlendMode {
  static let filter = BlendMode(
    "CISubtractBlendMode", summary: "Subtracts the image from the background.", since: "macOS 10.10 / iOS 8 / tvOS 8",
    formula: formula)

  /// B Sa - S Ba where both are present, premultiplied, linear light; negative values are not limited.
  /// Source: the description in Core Image's filter reference.
  /// Shader: CompositeOperation/SubtractBlendMode.glsl
  package static let formula = ColorFormula(mode: "subtractBlend") { s, b, sa, ba in b * sa - s * ba }
}
