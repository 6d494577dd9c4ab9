/// CIHueBlendMode: the image's hue with the background's saturation and lightness.
///
/// Formula: f = hsl(H(C_s), S(C_b), L(C_b))
package enum HueBlendMode {
  static let filter = BlendMode(
    "CIHueBlendMode", summary: "Hue of the image, saturation and lightness of the background.", formula: formula)

  /// Hue of the source, saturation and lightness of the background, straight colours limited to 0...1, linear light.
  /// Source: fitted on real images, which exchange parts of HSL and not the luma of the W3C form.
  /// Shader: CompositeOperation/HueBlendMode.glsl
  package static let formula = ColorFormula(hslMode: "hueBlend") { s, b in
    HSL(hue: s.hue, saturation: b.saturation, lightness: b.lightness)
  }
}
