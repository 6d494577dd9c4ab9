/// CILinearLightBlendMode: linear burn where the image is dark, linear dodge where it is light.
///
/// Formula: f = C_b + 2 C_s - 1
package enum LinearLightBlendMode {
  static let filter = BlendMode(
    "CILinearLightBlendMode", summary: "Burns or dodges linearly, depending on the image.",
    since: "macOS 12.0 / iOS 15 / tvOS 15", formula: formula)

  /// B Sa + 2 S Ba - Sa Ba where both are present, premultiplied, linear light; not clamped.
  /// Source: Cb + 2 Cs - 1, as image editors define linear light, put into premultiplied form.
  /// Shader: CompositeOperation/LinearLightBlendMode.glsl
  package static let formula = ColorFormula(mode: "linearLightBlend") { s, b, sa, ba in b * sa + 2 * s * ba - sa * ba }
}
