import ImageGraph

/// CIEightfoldReflectedTile: a triangle mirrored to eight around each corner of a square grid.
///
/// Formula: source(p) = fold(p), " the triangle of p4m"
package enum EightfoldReflectedTile {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0, unit: .radians)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100, unit: .pixels)

  static let filter = Filter(
    "CIEightfoldReflectedTile", displayName: "Eightfold Reflected Tile",
    summary: "Kaleidoscope tiling with 8-way mirror symmetry.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width])
  }

  /// Both coordinates there and back over a width, the larger one first: mirrors at every 45 degrees. The cell is the
  /// triangle between angle 0 and 45 degrees with a leg of `width`. Shader: TileEffect/EightfoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p4m; which triangle of it is the picture is our own.
  package static let formula = WarpFormula(tiling: "eightfoldReflectedTile", corners: [[0, 0], [1, 0], [1, 1]]) { p in
    let (x, y) = (Folding.mirrored(p.x), Folding.mirrored(p.y))
    return Point(greatest(x, y), least(x, y))
  }
}
