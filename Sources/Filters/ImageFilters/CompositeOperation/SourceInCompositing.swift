/// CISourceInCompositing: the part of the image that is inside the background's shape, without the background.
///
/// Formula: C = S B_a
///
/// Source: Porter and Duff 1984, in.
package enum SourceInCompositing {
  static let filter = Compositing(
    "CISourceInCompositing", summary: "Source cut by the background's alpha.", extent: .intersection,
    example: .overlapping, formula: formula)

  /// S Ba, all components premultiplied.
  /// Shader: CompositeOperation/SourceInCompositing.glsl
  package static let formula = ColorFormula(
    blend: "sourceIn", preserves: .opacity,
    chosen: { colors in colors[1].isClear ? 1 : colors[0].isClear || colors[1].isOpaque ? 0 : nil }
  ) { source, background in
    source * background.alpha
  }
}
