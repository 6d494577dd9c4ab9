import ImageGraph

/// CISixfoldReflectedTile: a triangle mirrored to six around each corner.
///
/// Formula: source(p) = fold(p), " the triangle of p3m1"
package enum SixfoldReflectedTile {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0, unit: .radians)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100, unit: .pixels)

  static let filter = Filter(
    "CISixfoldReflectedTile", displayName: "Sixfold Reflected Tile", summary: "Tiling with 6-way mirror symmetry.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width])
  }

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
