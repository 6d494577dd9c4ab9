/// CIGlideReflectedTile: columns of squares, each column mirrored vertically relative to the previous one.
///
/// Formula: source(p) = fold(p), " the square of pg"
package enum GlideReflectedTile {
  static let filter = Tiling("CIGlideReflectedTile", summary: "Tiling by glide reflection.", formula: formula)

  /// A glide reflection, which moves by a width along the axis and mirrors at it, and a translation by a width across
  /// it. The cell is the square between 0 and 90 degrees. Shader: TileEffect/GlideReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group pg; the square is that of CIFourfoldRotatedTile, which
  /// is measured. Core Image of iOS 7 only repeated the square, without the glide of the filter's name, which is not
  /// reproduced.
  package static let formula = WarpFormula(tiling: "glideReflectedTile", corners: [[0, 0], [1, 0], [1, 1], [0, 1]]) {
    p in
    let column = p.x.rounded(.down)
    let isOdd = column - (column * 0.5).rounded(.down) * 2 .>= 1
    let y = p.y.replacing(with: -p.y, where: isOdd)
    return Point(p.x - column, y - y.rounded(.down))
  }
}
