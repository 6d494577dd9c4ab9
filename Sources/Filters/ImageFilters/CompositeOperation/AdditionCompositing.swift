/// CIAdditionCompositing: adds the two, alpha as well, which brightens.
///
/// Formula: C = S + B
package enum AdditionCompositing {
  static let filter = Compositing("CIAdditionCompositing", summary: "Adds the two.", formula: formula)

  /// S + B, all components premultiplied; alpha may pass 1 and stays so.
  /// Source: Porter-Duff plus; alpha beyond 1 is measured on real images.
  /// Shader: CompositeOperation/AdditionCompositing.glsl
  package static let formula = ColorFormula(blend: "addition", chosen: { $0.otherThanClear }) { source, background in
    source + background
  }
}
