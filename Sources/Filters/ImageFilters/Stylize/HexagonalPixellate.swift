/// CIHexagonalPixellate: a mosaic of hexagons, each of the colour at its centre.
///
/// Formula: source(p) = m + q, q : " the nearest point of a lattice of hexagons"
package enum HexagonalPixellate {
  static let scale = Parameter<Float>("inputScale", type: .distance, default: 8, min: 1, slider: 1...100, identity: 1)

  static let filter = Filter(
    "CIHexagonalPixellate", displayName: "Hexagonal Pixelate", summary: "Hexagonal mosaic.",
    categories: .extended(.stylize), since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, .center, scale],
    formulas: [.warp(formula)]
  ) { (inputs) throws(RenderError) in
    let (center, width) = (inputs[.center], max(inputs[scale], 1))
    guard center.x.isFinite, center.y.isFinite, width.isFinite else {
      throw .invalidArgument("CIHexagonalPixellate: inputScale and inputCenter must be finite")
    }
    return inputs.image.warped(by: formula, SIMD2<Float>(center), width)
  }

  /// The centre of the cell of a pixel. Cells have two vertical sides, `width` apart; rows are √3/2 of that apart, and
  /// every other row is offset by half a cell. The image is interpolated there, clear outside; the extent includes all
  /// cells that the image touches. Shader: Stylize/HexagonalPixellate.glsl
  ///
  /// Source: one sample at the centre of a cell, as measured on Core Image's CIPixellate, whose documentation describes
  /// both alike. That a cell is centred on the centre, and scale is the distance of opposite sides, is our own.
  package static let formula = WarpFormula(
    "hexagonalPixellate",
    region: { (output, _: SIMD2<Float>, width: Float) in output.outset(by: SIMD2(0.5, 0.5774) * Double(width)) },
    extent: { (input, _: SIMD2<Float>, width: Float) in
      input.outset(by: SIMD2(1, 1.155) * Double(width)).pixels
    },
    reference: { (at, center: SIMD2<Float>, width: Float) in
      at - Folding.hexagon(at - center, step: [width, Folding.root3 * width])
    })
}
