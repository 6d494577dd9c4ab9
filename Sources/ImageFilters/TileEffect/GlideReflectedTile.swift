import ImageGraph

/// CIGlideReflectedTile: columns of squares, each column upside down beside the last one.
///
/// Formula: source(p) = fold(p), " the square of pg"
package enum GlideReflectedTile {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0, unit: .radians)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100, unit: .pixels)

  static let filter = Filter(
    "CIGlideReflectedTile", displayName: "Glide Reflected Tile", summary: "Tiling by glide reflection.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width])
  }

  /// A width along the axis and mirrored at it: a glide reflection; and a width across it. The cell is the square
  /// between angle 0 and 90 degrees. Shader: TileEffect/GlideReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group pg; which square of it is the picture is our own.
  package static let formula = WarpFormula(tiling: "glideReflectedTile", corners: [[0, 0], [1, 0], [1, 1], [0, 1]]) {
    p in
    let column = p.x.rounded(.down)
    let isOdd = column - (column * 0.5).rounded(.down) * 2 .>= 1
    let y = p.y.replacing(with: -p.y, where: isOdd)
    return Point(p.x - column, y - y.rounded(.down))
  }
}
