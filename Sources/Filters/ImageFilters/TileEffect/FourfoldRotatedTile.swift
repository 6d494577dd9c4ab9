/// CIFourfoldRotatedTile: a square rotated by quarter turns around its corners.
///
/// Formula: source(p) = fold(p), " the square of p4"
package enum FourfoldRotatedTile {
  static let filter = Tiling("CIFourfoldRotatedTile", summary: "Tiling with 90-degree rotations.", formula: formula)

  /// Four squares around the centre, each rotated by a quarter turn from the previous one; these blocks repeat every
  /// two widths. The cell is the square between angle 0 and 90 degrees. Shader: TileEffect/FourfoldRotatedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p4; the square is measured on Core Image.
  package static let formula = WarpFormula(
    tiling: "fourfoldRotatedTile", corners: [[0, 0], [1, 0], [1, 1], [0, 1]]
  ) { p in
    let block = Point(p.x - (p.x * 0.5 + 0.5).rounded(.down) * 2, p.y - (p.y * 0.5 + 0.5).rounded(.down) * 2)
    // Rotated by a half turn and by a quarter turn where needed.
    let upper = block.replacing(with: Point(-block.x, -block.y), where: block.y .< 0)
    return upper.replacing(with: Point(upper.y, -upper.x), where: upper.x .< 0)
  }
}
