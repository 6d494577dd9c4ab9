/// CILuminosityBlendMode: the image's lightness with the background's hue and saturation.
///
/// Formula: f = hsl(H(C_b), S(C_b), L(C_s))
package enum LuminosityBlendMode {
  static let filter = BlendMode(
    "CILuminosityBlendMode", summary: "Lightness of the image, hue and saturation of the background.", formula: formula)

  /// Lightness of the source, hue and saturation of the background, straight colours limited to 0...1, linear light.
  /// Source: fitted on real images, which exchange parts of HSL and not the luma of the W3C form.
  /// Shader: CompositeOperation/LuminosityBlendMode.glsl
  package static let formula = ColorFormula(hslMode: "luminosityBlend") { s, b in
    HSL(hue: b.hue, saturation: b.saturation, lightness: s.lightness)
  }
}
