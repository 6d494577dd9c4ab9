/// CISixfoldRotatedTile: a triangle rotated by sixths of a turn around its corner.
///
/// Formula: source(p) = fold(p), " the triangle of p6"
package enum SixfoldRotatedTile {
  static let filter = Tiling("CISixfoldRotatedTile", summary: "Tiling with 60-degree rotations.", formula: formula)

  /// Hexagons with sides of `width` / √3, one about the centre, each of six triangles, rotated by 60 degrees from one
  /// to the next. The pattern repeats at a distance of a width at 30 and 90 degrees. The cell is the triangle between 0
  /// and 60 degrees. Shader: TileEffect/SixfoldRotatedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p6; the lattice is that of CISixfoldReflectedTile, which
  /// is measured. The choice of the triangle that shows the image is our own.
  package static let formula = WarpFormula(
    tiling: "sixfoldRotatedTile", corners: [[0, 0], [0.5773502691896258, 0], [0.2886751345948129, 0.5]]
  ) { p in
    let hexagon = Folding.hexagon(p, step: [Folding.root3, 1])
    let upper = hexagon.replacing(with: Point(-hexagon.x, -hexagon.y), where: hexagon.y .< 0)
    return Folding.rotated(Folding.rotated(upper, at: Folding.sixty), at: Folding.sixty)
  }
}
