/// CIPixellate: a mosaic of square cells, each of the colour at its centre.
///
/// Formula: source(p) = m + ( ⌊{p - m}/{s}⌋ + {1}/{2} ) s
package enum Pixellate {
  static let scale = Parameter<Float>("inputScale", type: .distance, default: 8, min: 1, slider: 1...100)

  static let filter = Filter(
    "CIPixellate", displayName: "Pixelate", summary: "Square mosaic.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, scale], formulas: [.warp(formula)]
  ) { (inputs) throws(RenderError) in
    let (center, size) = (inputs[.center], max(inputs[scale], 1))
    guard size.isFinite, center.x.isFinite, center.y.isFinite else {
      throw .invalidArgument("CIPixellate: inputScale and inputCenter must be finite")
    }
    // The mosaic is periodic in its cells, so the corner closest to the origin defines it, with coordinates whose float
    // precision is sufficient.
    func nearest(_ coordinate: Double) -> Double { coordinate.truncatingRemainder(dividingBy: Double(size)) }
    return inputs.image.warped(by: formula, SIMD2<Float>(SIMD2(nearest(center.x), nearest(center.y))), size)
  }

  /// The centre of the cell of `size` of a pixel; a corner of a cell is at `center`. The image is interpolated there,
  /// clear outside; the extent is rounded out to whole cells. Shader: Stylize/Pixellate.glsl
  ///
  /// Source: measured on Core Image, to 1/255: one sample, no mean. The extent too.
  package static let formula = WarpFormula(
    "pixellate",
    region: { (output, center: SIMD2<Float>, size: Float) in
      let cells = cells(over: output, center, size)
      return UserRect(cells.min + Double(size) / 2, cells.max - Double(size) / 2)
    },
    extent: { (input, center: SIMD2<Float>, size: Float) in cells(over: input, center, size) },
    reference: { (at, center: SIMD2<Float>, size: Float) in
      func middle(_ way: Lane) -> Lane { ((way / size).rounded(.down) + 0.5) * size }
      let way = at - center
      return Point(middle(way.x), middle(way.y)) + center
    })

  /// Returns the box of the cells that a rectangle touches.
  private static func cells(over rect: UserRect, _ center: SIMD2<Float>, _ size: Float) -> UserRect {
    let (center, size) = (SIMD2<Double>(center), Double(size))
    let low = ((rect.min - center) / size).rounded(.down)
    return UserRect(center + low * size, center + ((rect.max - center) / size).rounded(.up) * size)
  }
}
