/// CIBarsSwipeTransition: bars of the source slide away one after another.
package enum BarsSwipeTransition {
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 3.141592653589793, slider: 0...6.283185307179586, identity: 0)
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 30, min: 2, slider: 2...300)
  static let barOffset = Parameter<Float>("inputBarOffset", default: 10, min: 1, slider: 1...100)

  static let filter = Filter(
    "CIBarsSwipeTransition", summary: "Slides bars of the source away to show the target.",
    categories: .extended(.transition), since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .targetImage, angle, width, barOffset, .time], formulas: [.region(formula)],
    example: ["inputTime": 0.25, "inputBarOffset": 60]
  ) { (inputs) throws(RenderError) in
    let target = inputs[.targetImage].cropped(to: inputs.image.extent)
    return try passage(at: inputs[.time], from: inputs.image, to: target) { (time) throws(RenderError) in
      let (source, width, offset) = (inputs.image, max(inputs[width], 1), max(inputs[barOffset], 1e-3))
      // Bars are counted over both images.
      let rect =
        source.extent.union(inputs[.targetImage].extent).rect ?? UserRect(x: 0, y: 0, width: 1000, height: 1000)
      let sweep = try Sweep(inputs[angle], over: rect, filter: "CIBarsSwipeTransition")
      guard width.isFinite, offset <= 1e4 else {
        throw .invalidArgument("CIBarsSwipeTransition: inputWidth must be finite, and inputBarOffset at most 10000")
      }
      let path = lastPath(sweep, across: rect.size, width: Double(width), offset: Double(offset)) * Double(time)
      let bars = source.gathered(
        by: formula, SIMD2<Float>(sweep.way), SIMD4(width, Float(sweep.low), Float(path), offset))
      return Node.combined([bars, inputs[.targetImage]], by: SourceOverCompositing.formula, extent: .union)
        .cropped(to: source.extent)
    }
  }

  /// Returns the time, relative to bar 0, at which the last bar has left: the largest of n + √(the length of bar n /
  /// offset).
  ///
  /// A line across the rectangle has a constant length from the first corner that it passes until it reaches the third
  /// one; from there on it shrinks in proportion.
  static func lastPath(_ sweep: Sweep, across size: SIMD2<Double>, width: Double, offset: Double) -> Double {
    let (x, y) = (max(abs(sweep.way.x), 1e-9), max(abs(sweep.way.y), 1e-9))
    let longest = min(size.x / y, size.y / x)
    let full = max(size.x * x, size.y * y)
    let last = max((sweep.length / width).rounded(.up) - 1, 0)
    func path(_ bar: Double) -> Double {
      let length = bar * width < full ? longest : max(sweep.length - bar * width, 0) / (x * y)
      return bar + (min(length, longest) / offset).squareRoot()
    }
    // Among the shrinking bars, the sum is largest where its derivative is 0.
    let best = (sweep.length - width * width / (4 * offset * x * y)) / width
    let corner = max((full / width).rounded(.up) - 1, 0)
    return [corner, last, best.rounded(.down), best.rounded(.up)].map { path(min(max($0, corner), last)) }.max()!
  }

  /// The source moved along its bars. Bar n is n to n + 1 widths from the start of the sweep, and has moved by offset
  /// (time - n)² pixels to the right of its direction, once the time exceeds n. `bars` holds the width, the start of
  /// the sweep, the time in bars and the offset. Shader: Transition/BarsSwipeTransition.glsl
  ///
  /// Formula: d_n = offset {max(P t - n, 0)}^2, P = max_n (n + sqrt({l_n}/{offset}))
  ///
  /// Source: fitted on two images of Core Image, to a fiftieth of a pixel: bars accelerate uniformly, and the last one
  /// has left at time 1. Bars are counted over the rectangle of both images.
  package static let formula = RegionFormula(
    "barsSwipe", movesPixels: true,
    taps: { (_: SIMD2<Float>, _: SIMD4<Float>) in 4 },
    region: { (output, way: SIMD2<Float>, bars: SIMD4<Float>) in
      let corners = [output.min, [output.max.x, output.min.y], output.max, [output.min.x, output.max.y]]
      let first = corners.map { ($0 * SIMD2<Double>(way)).sum() }.min()!
      let number = ((first - Double(bars.y)) / Double(bars.x)).rounded(.down)
      let most = max(Double(bars.z) - number, 0)
      let fall = SIMD2(-Double(way.y), Double(way.x)) * most * most * Double(bars.w)
      return output.union(output.offset(by: fall)).outset(by: 1)
    },
    // Bars that leave the frame are not visible.
    extent: { (input, _: SIMD2<Float>, _: SIMD4<Float>) in input },
    reference: { (read, at, way: SIMD2<Float>, bars: SIMD4<Float>) in
      let number = (((at * way).sum() - bars.y) / bars.x).rounded(.down)
      let time = max(bars.z - number, 0)
      return RegionFormula.bilinear(read, 0, at + SIMD2(-way.y, way.x) * (bars.w * time * time))
    })
}
