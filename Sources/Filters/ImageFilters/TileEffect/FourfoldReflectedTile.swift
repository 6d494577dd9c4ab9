/// CIFourfoldReflectedTile: a parallelogram mirrored to four around each of its corners.
///
/// Formula: source(p) = fold(p), " the cell of pmm, sheared"
package enum FourfoldReflectedTile {
  static let filter = SlantedTiling(
    "CIFourfoldReflectedTile", summary: "Tiling with 4-way mirror symmetry.", since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .center, .angle, Tiling.width, SlantedTiling.acuteAngle], formula: formula)

  /// Coordinates along both sides are mirrored; the cell is a rhombus with its corner at the centre. If the sides meet
  /// at a right angle, mirrors are perpendicular to them; otherwise they are oblique. Shader:
  /// TileEffect/FourfoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group pmm, sheared; the cell is measured on Core Image.
  package static let formula = WarpFormula(slanted: "fourfoldReflectedTile", low: 0) { p in
    Point(Folding.mirrored(p.x), Folding.mirrored(p.y))
  }
}
