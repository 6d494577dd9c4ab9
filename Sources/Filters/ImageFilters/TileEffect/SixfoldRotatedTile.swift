/// CISixfoldRotatedTile: a triangle turned by sixths around its corner.
///
/// Formula: source(p) = fold(p), " the triangle of p6"
package enum SixfoldRotatedTile {
  static let filter = Tiling("CISixfoldRotatedTile", summary: "Tiling with 60-degree rotations.", formula: formula)

  /// Hexagons with sides of `width` / √3, one about the centre, each made of six triangles that are turned by 60
  /// degrees from one to the next; the pattern repeats a width away at 30 and 90 degrees. The cell is the triangle
  /// between angle 0 and 60 degrees. Shader: TileEffect/SixfoldRotatedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p6; the lattice is that of CISixfoldReflectedTile, which
  /// is measured. Which triangle of it is the image is our own.
  package static let formula = WarpFormula(
    tiling: "sixfoldRotatedTile", corners: [[0, 0], [0.5773502691896258, 0], [0.2886751345948129, 0.5]]
  ) { p in
    let hexagon = Folding.hexagon(p, step: [Folding.root3, 1])
    let upper = hexagon.replacing(with: Point(-hexagon.x, -hexagon.y), where: hexagon.y .< 0)
    return Folding.turned(Folding.turned(upper, at: Folding.sixty), at: Folding.sixty)
  }
}
