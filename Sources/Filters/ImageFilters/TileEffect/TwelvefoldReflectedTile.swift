/// CITwelvefoldReflectedTile: a triangle mirrored to twelve around its sharpest corner.
///
/// Formula: source(p) = fold(p), " the triangle of p6m"
package enum TwelvefoldReflectedTile {
  static let filter = Tiling(
    "CITwelvefoldReflectedTile", summary: "Tiling with 12-way mirror symmetry.", formula: formula)

  /// Hexagons with sides of `width` / √3, one about the centre, with mirrors every 30 degrees; the pattern repeats at a
  /// distance of a width at 30 and 90 degrees. The cell is the triangle between 0 degrees, where it extends to a corner
  /// of the hexagon, and 30 degrees. Shader: TileEffect/TwelvefoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p6m; the lattice is that of CISixfoldReflectedTile,
  /// which is measured. The choice of the triangle that shows the image is our own.
  package static let formula = WarpFormula(
    tiling: "twelvefoldReflectedTile",
    corners: [[0, 0], [0.5773502691896258, 0], [0.4330127018922193, 0.25]]
  ) { p in
    let hexagon = Folding.hexagon(p, step: [Folding.root3, 1])
    let first = Folding.reflected(Point(hexagon.x.magnitude, hexagon.y.magnitude), at: Folding.thirty)
    return Point(first.x, first.y.magnitude)
  }
}
