/// CIEightfoldReflectedTile: a triangle mirrored to eight around each corner of a square grid.
///
/// Formula: source(p) = fold(p), " the triangle of p4m"
package enum EightfoldReflectedTile {
  static let filter = Tiling(
    "CIEightfoldReflectedTile", summary: "Kaleidoscope tiling with 8-way mirror symmetry.", formula: formula)

  /// Both coordinates there and back over a width, the larger one first: mirrors at every 45 degrees. The cell is the
  /// triangle between angle 0 and 45 degrees with a leg of `width`. Shader: TileEffect/EightfoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p4m; which triangle of it is the picture is our own.
  package static let formula = WarpFormula(tiling: "eightfoldReflectedTile", corners: [[0, 0], [1, 0], [1, 1]]) { p in
    let (x, y) = (Folding.mirrored(p.x), Folding.mirrored(p.y))
    return Point(greatest(x, y), least(x, y))
  }
}
