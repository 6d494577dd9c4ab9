import ImageGraph

/// CIFourfoldTranslatedTile: a parallelogram repeated along its sides.
///
/// Formula: source(p) = a s + b t, s = u mod 1, t = v mod 1, p = a u + b v
package enum FourfoldTranslatedTile {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0, unit: .radians)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100, unit: .pixels)
  static let acuteAngle = Parameter<Float>(
    "inputAcuteAngle", type: .angle, default: .pi / 2, slider: -Double.pi...Double.pi, identity: .pi / 2, unit: .radians
  )

  static let filter = Filter(
    "CIFourfoldTranslatedTile", displayName: "Fourfold Translated Tile",
    summary: "Tiling by translation of a parallelogram.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width, acuteAngle], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(
      by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width], acuteAngle: inputs[acuteAngle])
  }

  /// What is left after whole widths along both sides; the cell is a rhombus with its corner at the centre.
  /// Shader: TileEffect/FourfoldTranslatedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group p1; which cell of it is the picture is our own.
  package static let formula = WarpFormula(slanted: "fourfoldTranslatedTile", low: 0) { p in
    Point(p.x - p.x.rounded(.down), p.y - p.y.rounded(.down))
  }
}
