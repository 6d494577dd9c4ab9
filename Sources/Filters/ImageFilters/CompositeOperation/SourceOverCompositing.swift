/// CISourceOverCompositing: composites the image over the background.
///
/// Formula: C = S + B (1 - S_a)
///
/// Source: Porter and Duff 1984, over.
package enum SourceOverCompositing {
  static let filter = Compositing(
    "CISourceOverCompositing", summary: "Source over the background.", example: .overlapping, formula: formula)

  /// S + B (1 - Sa), all components premultiplied; alpha may exceed 1.
  /// Shader: CompositeOperation/SourceOverCompositing.glsl
  package static let formula = ColorFormula(
    blend: "sourceOver", chosen: { colors in colors[0].isClear ? 1 : colors[1].isClear || colors[0].isOpaque ? 0 : nil }
  ) { source, background in
    source + background * (1 - source.alpha)
  }
}
