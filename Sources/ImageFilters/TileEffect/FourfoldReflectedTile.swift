import ImageGraph

/// CIFourfoldReflectedTile: a parallelogram mirrored to four around each of its corners.
///
/// Formula: source(p) = fold(p), " the cell of pmm, sheared"
package enum FourfoldReflectedTile {
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
    "CIFourfoldReflectedTile", displayName: "Fourfold Reflected Tile", summary: "Tiling with 4-way mirror symmetry.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width, acuteAngle], formulas: [.warp(formula)]
  ) { inputs in
    inputs[image].tiled(
      by: formula, center: inputs[center], angle: inputs[angle], width: inputs[width], acuteAngle: inputs[acuteAngle])
  }

  /// Along both sides there and back; the cell is a rhombus with its corner at the centre. At a right angle between the
  /// sides mirrors are perpendicular to them, else they are oblique. Shader: TileEffect/FourfoldReflectedTile.glsl
  ///
  /// Source: International Tables for Crystallography A, group pmm, sheared; which cell of it is the picture is our
  /// own.
  package static let formula = WarpFormula(slanted: "fourfoldReflectedTile", low: 0) { p in
    Point(Folding.mirrored(p.x), Folding.mirrored(p.y))
  }
}
