/// CISourceOutCompositing: the part of the image that is outside the background's shape, without the background.
///
/// Formula: C = S (1 - B_a)
package enum SourceOutCompositing {
  static let filter = Compositing(
    "CISourceOutCompositing", summary: "Source cut by the inverse of the background's alpha.", extent: .first,
    example: .overlapping, formula: formula)

  /// S (1 - Ba), all components premultiplied.
  /// Source: Porter and Duff 1984, out.
  /// Shader: CompositeOperation/SourceOutCompositing.glsl
  package static let formula = ColorFormula(blend: "sourceOut", chosen: { $0[0].isClear || $0[1].isClear ? 0 : nil }) {
    source, background in
    source * (1 - background.alpha)
  }
}
