/// CIParallelogramTile: a parallelogram about the centre, mirrored at its sides without end.
///
/// Formula: source(p) = fold(p), " the cell of pmm, sheared, about the centre"
package enum ParallelogramTile {
  static let filter = SlantedTiling(
    "CIParallelogramTile", summary: "Tiles a mirrored parallelogram.", since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, .center, .angle, SlantedTiling.acuteAngle, Tiling.width], formula: formula)

  /// Along both sides there and back; the cell is a rhombus about the centre.
  /// Shader: TileEffect/ParallelogramTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group pmm, sheared; its mirrors are those of
  /// CIFourfoldReflectedTile, which is measured. That the middle of the cell is the centre of the pattern is our own.
  package static let formula = WarpFormula(slanted: "parallelogramTile", low: -0.5) { p in
    Point(Folding.mirrored(p.x + 0.5) - 0.5, Folding.mirrored(p.y + 0.5) - 0.5)
  }
}
