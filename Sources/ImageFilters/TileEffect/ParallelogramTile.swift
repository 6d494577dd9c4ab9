import ImageGraph

/// CIParallelogramTile: a parallelogram about the centre, mirrored at its sides without end.
///
/// Formula: source(p) = fold(p), " the cell of pmm, sheared, about the centre"
package enum ParallelogramTile {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0, unit: .radians)
  static let acuteAngle = Parameter<Float>(
    "inputAcuteAngle", type: .angle, default: .pi / 2, slider: -Double.pi...Double.pi, identity: .pi / 2, unit: .radians
  )
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100, unit: .pixels)

  static let filter = Filter(
    "CIParallelogramTile", displayName: "Parallelogram Tile", summary: "Tiles a mirrored parallelogram.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [image, center, angle, acuteAngle, width], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(
      by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width], acuteAngle: inputs[acuteAngle])
  }

  /// Along both sides there and back; the cell is a rhombus about the centre.
  /// Shader: TileEffect/ParallelogramTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group pmm, sheared; that the middle of the cell is the centre
  /// of the pattern is our own.
  package static let formula = WarpFormula(slanted: "parallelogramTile", low: -0.5) { p in
    Point(Folding.mirrored(p.x + 0.5) - 0.5, Folding.mirrored(p.y + 0.5) - 0.5)
  }
}
