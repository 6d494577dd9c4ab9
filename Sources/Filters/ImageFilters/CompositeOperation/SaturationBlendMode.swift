/// CISaturationBlendMode: the image's saturation with the background's hue and lightness.
///
/// Formula: f = hsl(H(C_b), S(C_s), L(C_b))
package enum SaturationBlendMode {
  static let filter = BlendMode(
    "CISaturationBlendMode", summary: "Saturation of the image, hue and lightness of the background.", formula: formula)

  /// Saturation of the source, hue and lightness of the background, straight colours limited to 0...1, linear light.
  /// Source: fitted on real images, which exchange parts of HSL and not the luma of the W3C form.
  /// Shader: CompositeOperation/SaturationBlendMode.glsl
  package static let formula = ColorFormula(hslMode: "saturationBlend") { s, b in
    HSL(hue: b.hue, saturation: s.saturation, lightness: b.lightness)
  }
}
