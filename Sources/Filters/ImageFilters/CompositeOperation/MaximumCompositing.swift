/// CIMaximumCompositing: the larger of the two, component by component.
///
/// Formula: C = max(S, B)
package enum MaximumCompositing {
  static let filter = Compositing("CIMaximumCompositing", summary: "The larger component of the two.", formula: formula)

  /// max(S, B), all components premultiplied.
  /// Source: the description in Core Image's filter reference.
  /// Shader: CompositeOperation/MaximumCompositing.glsl
  package static let formula = ColorFormula(blend: "maximum") { source, background in
    greatest(source, background)
  }
}
