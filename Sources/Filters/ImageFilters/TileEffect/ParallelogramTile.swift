/// CIParallelogramTile: a parallelogram about the centre, mirrored at its sides without end.
///
/// Formula: source(p) = fold(p), " the cell of pmm, sheared, about the centre"
package enum ParallelogramTile {
  static let filter = SlantedTiling(
    "CIParallelogramTile", summary: "Tiles a mirrored parallelogram.", since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, .center, .angle, SlantedTiling.acuteAngle, Tiling.width], formula: formula)

  /// Coordinates along both sides are mirrored; the cell is a rhombus about the centre.
  /// Shader: TileEffect/ParallelogramTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group pmm, sheared; its mirrors are those of
  /// CIFourfoldReflectedTile, which is measured. Centring the cell on the centre of the pattern is our own choice.
  package static let formula = WarpFormula(slanted: "parallelogramTile", low: -0.5) { p in
    Point(Folding.mirrored(p.x + 0.5) - 0.5, Folding.mirrored(p.y + 0.5) - 0.5)
  }
}
