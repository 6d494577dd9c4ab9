/// CIMultiplyCompositing: multiplies the two images including alpha.
///
/// Formula: C = S B
package enum MultiplyCompositing {
  static let filter = Compositing(
    "CIMultiplyCompositing", summary: "Multiplies the two.", extent: .intersection, formula: formula)

  /// S B, all components premultiplied.
  /// Source: the description in Core Image's filter reference.
  /// Shader: CompositeOperation/MultiplyCompositing.glsl
  package static let formula = ColorFormula(blend: "multiply", preserves: .opacity) { source, background in
    Color(source.rgb * background.rgb, source.alpha * background.alpha)
  }
}
