/// CICrystallize: polygonal cells, each with the image's colour at a point in it.
///
/// Formula: c′(p) = c(q), q = {argmin}_{q ∈ points} |p - q|
package enum Crystallize {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 20, min: 1, slider: 1...100, identity: 1)

  static let filter = Filter(
    "CICrystallize", summary: "Voronoi cells filled with the colour at their seed.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, radius, .center], formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    guard inputs[radius].isFinite, inputs[.center].x.isFinite, inputs[.center].y.isFinite else {
      throw .invalidArgument("CICrystallize: inputRadius and inputCenter must be finite")
    }
    // The mean area of a cell is that of a disc of the radius.
    let size = max(inputs[radius], 1) * Float.pi.squareRoot()
    let reach = Double(max(inputs[radius], 1))
    return inputs.image.gathered(by: formula, SIMD2<Float>(inputs[.center]), size)
      .cropped(to: inputs.image.extent.map { $0.outset(by: reach).pixels })
  }

  /// The colour at the nearest of the points scattered over the plane, one in each square of `size` pixels; a corner of
  /// a square is at `center`. Premultiplied. Shader: Stylize/Crystallize.glsl
  ///
  /// Source: S. Worley, A cellular texture basis function, 1996; points and size are our own.
  package static let formula = RegionFormula(
    "crystallize",
    taps: { (_: SIMD2<Float>, _: Float) in 1 },
    region: { (output, _: SIMD2<Float>, size: Float) in output.outset(by: 2 * Double(size) + 1) },
    extent: { (input, _: SIMD2<Float>, size: Float) in input.outset(by: 2 * Double(size) + 1) },
    reference: { (read, at, center: SIMD2<Float>, size: Float) in
      let position = (at - center) / size
      let own = position.rounded(.down)
      var (nearest, least) = (own, Float.infinity)
      for y in stride(from: Float(-2), through: 2, by: 1) {
        for x in stride(from: Float(-2), through: 2, by: 1) {
          let cell = own + SIMD2(x, y)
          let numbers = Scattered.numbers(cell)
          let point = cell + SIMD2(numbers.x, numbers.y)
          let way = point - position
          let distance = (way * way).sum()
          if distance < least { (nearest, least) = (point, distance) }
        }
      }
      return read(0, (center + nearest * size).rounded(.down) + 0.5)
    })
}
