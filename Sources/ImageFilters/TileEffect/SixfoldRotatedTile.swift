import ImageGraph

/// CISixfoldRotatedTile: a triangle turned by sixths around its corner.
///
/// Formula: source(p) = fold(p), " the triangle of p6"
package enum SixfoldRotatedTile {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0, unit: .radians)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100, unit: .pixels)

  static let filter = Filter(
    "CISixfoldRotatedTile", displayName: "Sixfold Rotated Tile", summary: "Tiling with 60-degree rotations.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width])
  }

  /// Hexagons with sides of `width`, one about the centre, each made of six triangles that are turned by 60 degrees
  /// from one to the next. The cell is the triangle between angle 0 and 60 degrees. Shader:
  /// TileEffect/SixfoldRotatedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p6; which triangle of it is the picture is our own.
  package static let formula = WarpFormula(
    tiling: "sixfoldRotatedTile", corners: [[0, 0], [1, 0], [0.5, 0.8660254037844386]]
  ) { p in
    let hexagon = Folding.hexagon(p, step: [3, Folding.root3])
    let upper = hexagon.replacing(with: Point(-hexagon.x, -hexagon.y), where: hexagon.y .< 0)
    return Folding.turned(Folding.turned(upper, at: Folding.sixty), at: Folding.sixty)
  }
}
