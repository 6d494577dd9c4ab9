/// CIMinimumCompositing: the smaller of the two, component by component.
///
/// Formula: C = min(S, B)
package enum MinimumCompositing {
  static let filter = Compositing(
    "CIMinimumCompositing", summary: "The smaller component of the two.", extent: .intersection, formula: formula)

  /// min(S, B), all components premultiplied.
  /// Source: the description in Core Image's filter reference; the extent is measured on real images.
  /// Shader: CompositeOperation/MinimumCompositing.glsl
  package static let formula = ColorFormula(blend: "minimum") { source, background in
    least(source, background)
  }
}
