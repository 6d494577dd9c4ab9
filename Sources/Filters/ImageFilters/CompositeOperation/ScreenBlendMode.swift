/// CIScreenBlendMode: multiplies the negatives of the colours, which brightens.
///
/// Formula: C = S + B - S B
package enum ScreenBlendMode {
  static let filter = BlendMode("CIScreenBlendMode", summary: "Inverse multiply.", formula: formula)

  /// S + B - S B, all components premultiplied, linear light.
  /// Source: W3C Compositing and Blending Level 1, screen, put into premultiplied form.
  /// Shader: CompositeOperation/ScreenBlendMode.glsl
  package static let formula = ColorFormula(blend: "screenBlend", chosen: { $0.otherThanClear }) { source, background in
    let both = Color(source.rgb * background.rgb, source.alpha * background.alpha)
    return source + background - both
  }
}
