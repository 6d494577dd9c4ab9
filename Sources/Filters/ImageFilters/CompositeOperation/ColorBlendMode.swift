/// CIColorBlendMode: the image's hue and saturation with the background's lightness.
///
/// Formula: f = hsl(H(C_s), S(C_s), L(C_b))
package enum ColorBlendMode {
  static let filter = BlendMode(
    "CIColorBlendMode", summary: "Hue and saturation of the image, lightness of the background.", formula: formula)

  /// Hue and saturation of the source, lightness of the background, straight colours limited to 0...1, linear light.
  /// Source: fitted on real images, which exchange parts of HSL and not the luma of the W3C form.
  /// Shader: CompositeOperation/ColorBlendMode.glsl
  package static let formula = ColorFormula(hslMode: "colorBlend") { s, b in
    HSL(hue: s.hue, saturation: s.saturation, lightness: b.lightness)
  }
}
