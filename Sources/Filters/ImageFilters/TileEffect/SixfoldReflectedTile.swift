/// CISixfoldReflectedTile: a triangle mirrored to six around each corner.
///
/// Formula: source(p) = fold(p), " the triangle of p3m1"
package enum SixfoldReflectedTile {
  static let filter = Tiling("CISixfoldReflectedTile", summary: "Tiling with 6-way mirror symmetry.", formula: formula)

  /// Triangles with sides of `width` / √3, each mirrored at its sides, so that the pattern repeats at a distance of a
  /// width at 30 and 90 degrees. The centre is a corner, but the cell is the triangle between 0 and 60 degrees at the
  /// next corner along the axis. Shader: TileEffect/SixfoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p3m1; the triangle is measured on Core Image, to 1/255.
  package static let formula = WarpFormula(
    tiling: "sixfoldReflectedTile",
    corners: [[0.5773502691896258, 0], [1.1547005383792517, 0], [0.8660254037844386, 0.5]]
  ) { p in
    let hexagon = Folding.hexagon(Point(p.x - Folding.inverseRoot3, p.y), step: [Folding.root3, 1])
    let first = Folding.reflected(Point(hexagon.x, hexagon.y.magnitude), at: Folding.sixty)
    return Point(first.x + Folding.inverseRoot3, first.y.magnitude)
  }
}
