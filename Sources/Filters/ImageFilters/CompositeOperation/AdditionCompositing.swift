/// CIAdditionCompositing: adds the two images including alpha, which brightens.
///
/// Formula: C = S + B
package enum AdditionCompositing {
  static let filter = Compositing("CIAdditionCompositing", summary: "Adds the two.", formula: formula)

  /// S + B, all components premultiplied; alpha may exceed 1 and is not limited.
  /// Source: Porter-Duff plus; alpha beyond 1 is measured on real images.
  /// Shader: CompositeOperation/AdditionCompositing.glsl
  package static let formula = ColorFormula(blend: "addition", chosen: { $0.otherThanClear }) { source, background in
    source + background
  }
}
