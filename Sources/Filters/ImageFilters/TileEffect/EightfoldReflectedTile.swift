/// CIEightfoldReflectedTile: a triangle mirrored to eight around each corner of a square grid.
///
/// Formula: source(p) = fold(p), " the triangle of p4m"
package enum EightfoldReflectedTile {
  static let filter = Tiling(
    "CIEightfoldReflectedTile", summary: "Kaleidoscope tiling with 8-way mirror symmetry.", formula: formula)

  /// Both coordinates mirrored over half a width, the larger one first: mirrors at every 45 degrees, and the pattern
  /// repeats every `width`. The cell is the triangle between 0 and 45 degrees with a leg of half a width.
  /// Shader: TileEffect/EightfoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p4m; the triangle is measured on Core Image, exactly.
  package static let formula = WarpFormula(
    tiling: "eightfoldReflectedTile", corners: [[0, 0], [0.5, 0], [0.5, 0.5]]
  ) { p in
    let (x, y) = (Folding.mirrored(p.x * 2) * 0.5, Folding.mirrored(p.y * 2) * 0.5)
    return Point(greatest(x, y), least(x, y))
  }
}
