/// CITriangleTile: a triangle about the centre, mirrored at its sides without end.
///
/// Formula: source(p) = fold(p), " the triangle of p3m1, about the centre"
package enum TriangleTile {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 100, min: 0, slider: 1...200)

  static let filter = Filter(
    "CITriangleTile", summary: "Tiling from a triangle.", categories: .extended(.tileEffect),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, .center, .angle, width], formulas: [.warp(formula)]
  ) { inputs in
    inputs.image.tiled(by: formula, center: inputs[.center], angle: inputs[.angle], width: inputs[width])
  }

  /// Triangles with sides of `width`, each mirrored at its sides. The cell is the triangle about the centre with a
  /// horizontal lower side. Shader: TileEffect/TriangleTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p3m1; that the triangle is centred is measured on Core
  /// Image's CITriangleKaleidoscope, which has the same triangles, with decay. The width is the side of the triangle,
  /// as there. It is not the period of the pattern, as in the tiles that are rotated about a corner.
  package static let formula = WarpFormula(
    tiling: "triangleTile",
    corners: [[-0.5, -0.28867513459481287], [0.5, -0.28867513459481287], [0, 0.5773502691896258]]
  ) { p in
    // Relative to the lower left corner of the triangle.
    let hexagon = Folding.hexagon(Point(p.x + 0.5, p.y + Folding.root3 / 6), step: [3, Folding.root3])
    let first = Folding.reflected(Point(hexagon.x, hexagon.y.magnitude), at: Folding.sixty)
    return Point(first.x - 0.5, first.y.magnitude - Folding.root3 / 6)
  }
}
