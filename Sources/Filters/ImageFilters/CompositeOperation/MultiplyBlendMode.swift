/// CIMultiplyBlendMode: multiplies the colours, which darkens.
///
/// Formula: f = C_b C_s
package enum MultiplyBlendMode {
  static let filter = BlendMode("CIMultiplyBlendMode", summary: "Multiplies the two.", formula: formula)

  /// S B where both are present, elsewhere the one that is: S B + S (1 - Ba) + B (1 - Sa), premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, multiply, put into premultiplied form.
  /// Shader: CompositeOperation/MultiplyBlendMode.glsl
  package static let formula = ColorFormula(blend: "multiplyBlend", chosen: { $0.otherThanClear }) {
    source, background in
    let both = Color(source.rgb * background.rgb, source.alpha * background.alpha)
    return both + source * (1 - background.alpha) + background * (1 - source.alpha)
  }
}
