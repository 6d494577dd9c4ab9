/// CIOpTile: squares of the image, each scaled and rotated about its centre.
///
/// Formula: source(p) = q + {1}/{scale} rotate(p - q, -θ), q : " the middle of the square"
package enum OpTile {
  static let scale = Parameter<Float>("inputScale", default: 2.8, min: 0, slider: 0.1...10, identity: 1)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 65, min: 0, slider: 1...1000, identity: 65)

  static let filter = Filter(
    "CIOpTile", summary: "Cuts, scales and turns square cells.", categories: .extended(.tileEffect),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, .center, scale, .angle, width],
    formulas: [.warp(formula)]
  ) { inputs in
    let turn = TileFrame.axes(inputs[.angle]) * inputs[scale]
    return inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), turn, TileFrame.side(inputs[width]))
  }

  /// Squares of `width`, one about the centre. Each shows the image around its own centre, at distances multiplied and
  /// rotated back by `turn` (scale times cosine and sine of the angle). Larger scales show more of the image in each
  /// square. The result is infinite. Shader: TileEffect/OpTile.glsl
  ///
  /// Source: our own; according to Core Image's reference, squares are cut, scaled, rotated and reassembled.
  package static let formula = WarpFormula(
    "opTile", identity: { (_: SIMD2<Float>, turn: SIMD2<Float>, _: Float) in turn == [1, 0] },
    region: { (output, _: SIMD2<Float>, turn: SIMD2<Float>, width: Float) in
      // To the centre of a square, and from there to its farthest corner.
      output.outset(by: Double(width) * 0.75 * (1 + Double((turn * turn).sum().squareRoot())))
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: Float) in .infinite },
    reference: { (at, center: SIMD2<Float>, turn: SIMD2<Float>, width: Float) in
      let way = at - center
      let offset = Point(Folding.fromNearest(way.x, width), Folding.fromNearest(way.y, width))
      let rotated = Point(offset.x * turn.x + offset.y * turn.y, offset.y * turn.x - offset.x * turn.y)
      return way - offset + rotated + center
    })
}
