/// CITwelvefoldReflectedTile: a triangle mirrored to twelve around its sharpest corner.
///
/// Formula: source(p) = fold(p), " the triangle of p6m"
package enum TwelvefoldReflectedTile {
  static let filter = Tiling(
    "CITwelvefoldReflectedTile", summary: "Tiling with 12-way mirror symmetry.", formula: formula)

  /// Hexagons, one about the centre, with mirrors every 30 degrees. The cell is the triangle between angle 0 and 30
  /// degrees with a right angle at `width`. Shader: TileEffect/TwelvefoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p6m; which triangle of it is the picture is our own.
  package static let formula = WarpFormula(
    tiling: "twelvefoldReflectedTile", corners: [[0, 0], [1, 0], [1, 0.5773502691896258]]
  ) { p in
    let hexagon = Folding.hexagon(p, step: [2, 2 * Folding.root3])
    let first = Folding.reflected(Point(hexagon.x.magnitude, hexagon.y.magnitude), at: Folding.thirty)
    return Point(first.x, first.y.magnitude)
  }
}
