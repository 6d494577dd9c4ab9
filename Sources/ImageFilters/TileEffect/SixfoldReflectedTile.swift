/// CISixfoldReflectedTile: a triangle mirrored to six around each corner.
///
/// Formula: source(p) = fold(p), " the triangle of p3m1"
package enum SixfoldReflectedTile {
  static let filter = Tiling("CISixfoldReflectedTile", summary: "Tiling with 6-way mirror symmetry.", formula: formula)

  /// Triangles with sides of `width`, each mirrored at its sides. The cell is the triangle between angle 0 and 60
  /// degrees. Shader: TileEffect/SixfoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p3m1; which triangle of it is the picture is our own.
  package static let formula = WarpFormula(
    tiling: "sixfoldReflectedTile", corners: [[0, 0], [1, 0], [0.5, 0.8660254037844386]]
  ) { p in
    let hexagon = Folding.hexagon(p, step: [3, Folding.root3])
    let first = Folding.reflected(Point(hexagon.x, hexagon.y.magnitude), at: Folding.sixty)
    return Point(first.x, first.y.magnitude)
  }
}
