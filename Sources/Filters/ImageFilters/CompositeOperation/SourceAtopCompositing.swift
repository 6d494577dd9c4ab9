/// CISourceAtopCompositing: the image over the background, cut by the background's alpha.
///
/// Formula: C = S B_a + B (1 - S_a)
package enum SourceAtopCompositing {
  static let filter = Compositing(
    "CISourceAtopCompositing", summary: "Source over background, cut by the background's alpha.", extent: .last,
    example: .overlapping, formula: formula)

  /// S Ba + B (1 - Sa), all components premultiplied.
  /// Source: Porter and Duff 1984, atop.
  /// Shader: CompositeOperation/SourceAtopCompositing.glsl
  package static let formula = ColorFormula(blend: "sourceAtop", chosen: { $0[0].isClear || $0[1].isClear ? 1 : nil }) {
    source, background in
    source * background.alpha + background * (1 - source.alpha)
  }
}
