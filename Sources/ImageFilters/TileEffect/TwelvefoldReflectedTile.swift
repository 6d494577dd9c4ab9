import ImageGraph

/// CITwelvefoldReflectedTile: a triangle mirrored to twelve around its sharpest corner.
///
/// Formula: source(p) = fold(p), " the triangle of p6m"
package enum TwelvefoldReflectedTile {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0, unit: .radians)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100, unit: .pixels)

  static let filter = Filter(
    "CITwelvefoldReflectedTile", displayName: "Twelvefold Reflected Tile",
    summary: "Tiling with 12-way mirror symmetry.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width])
  }

  /// Hexagons, one about the centre, with mirrors every 30 degrees. The cell is the triangle between angle 0 and 30
  /// degrees with a right angle at `width`. Shader: TileEffect/TwelvefoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p6m; which triangle of it is the picture is our own.
  package static let formula = WarpFormula(
    tiling: "twelvefoldReflectedTile", corners: [[0, 0], [1, 0], [1, 0.5773502691896258]]
  ) { p in
    let hexagon = Folding.hexagon(p, step: [2, 2 * Folding.root3])
    let first = Folding.reflected(Point(hexagon.x.magnitude, hexagon.y.magnitude), at: Folding.thirty)
    return Point(first.x, first.y.magnitude)
  }
}
