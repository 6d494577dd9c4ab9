/// CIPointillize: a pointillist painting of dots.
///
/// Formula: c′(p) = c(q) " if " |p - q| ≤ r " for one of the points " q, " else " 0
package enum Pointillize {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 20, min: 1, slider: 1...100, identity: 1)

  static let filter = Filter(
    "CIPointillize", summary: "Dots of colour on a jittered grid.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, radius, .center], formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    guard inputs[radius].isFinite, inputs[.center].x.isFinite, inputs[.center].y.isFinite else {
      throw .invalidArgument("CIPointillize: inputRadius and inputCenter must be finite")
    }
    let radius = max(inputs[radius], 1)
    let (image, reach) = (inputs.image, Double(radius))
    let bounds = image.extent.rect.map { $0.pixels } ?? UserRect([-1e9, -1e9], [1e9, 1e9])
    return image.gathered(
      by: formula, SIMD2<Float>(inputs[.center]), radius, SIMD2<Float>(bounds.min), SIMD2<Float>(bounds.max)
    ).cropped(to: image.extent.map { $0.outset(by: reach).pixels })
  }

  /// Discs of `radius` about scattered points, one in the middle half of each square of 1.5 radii, a corner of which is
  /// at `center`. Each disc has the image's colour at its point, and a random depth order. Points outside `low` and
  /// `high` have no disc, and the area between discs is clear. Premultiplied. Shader: Stylize/Pointillize.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = RegionFormula(
    "pointillize",
    taps: { (_: SIMD2<Float>, _: Float, _: SIMD2<Float>, _: SIMD2<Float>) in 1 },
    region: { (output, _: SIMD2<Float>, radius: Float, _: SIMD2<Float>, _: SIMD2<Float>) in
      output.outset(by: 1.5 * Double(radius) + 2)
    },
    extent: { (input, _: SIMD2<Float>, radius: Float, _: SIMD2<Float>, _: SIMD2<Float>) in
      input.outset(by: Double(radius) + 1)
    },
    reference: { (read, at, center: SIMD2<Float>, radius: Float, low: SIMD2<Float>, high: SIMD2<Float>) in
      let size = 1.5 * radius
      let own = ((at - center) / size).rounded(.down)
      // Pixels that no disc covers are read outside the image, where it is clear.
      var (top, height) = (high + 2, Float(-1))
      for y in stride(from: Float(-1), through: 1, by: 1) {
        for x in stride(from: Float(-1), through: 1, by: 1) {
          let cell = own + SIMD2(x, y)
          let numbers = Scattered.numbers(cell)
          let point = center + (cell + 0.25 + SIMD2(numbers.x, numbers.y) * 0.5) * size
          let way = point - at
          let isThere = point.x >= low.x && point.y >= low.y && point.x < high.x && point.y < high.y
          if isThere, (way * way).sum() <= radius * radius, numbers.z > height { (top, height) = (point, numbers.z) }
        }
      }
      return height < 0 ? .zero : read(0, top.rounded(.down) + 0.5)
    })
}
