/// CIFourfoldTranslatedTile: a parallelogram repeated along its sides.
///
/// Formula: source(p) = a s + b t, s = u mod 1, t = v mod 1, p = a u + b v
package enum FourfoldTranslatedTile {
  static let filter = SlantedTiling(
    "CIFourfoldTranslatedTile", summary: "Tiling by translation of a parallelogram.",
    since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .center, .angle, Tiling.width, SlantedTiling.acuteAngle], formula: formula)

  /// The remainder modulo the width along both sides; the cell is a rhombus with its corner at the centre.
  /// Shader: TileEffect/FourfoldTranslatedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p1; the cell is that of CIFourfoldReflectedTile, which
  /// is measured.
  package static let formula = WarpFormula(slanted: "fourfoldTranslatedTile", low: 0) { p in
    Point(p.x - p.x.rounded(.down), p.y - p.y.rounded(.down))
  }
}
