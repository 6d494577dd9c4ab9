import ImageGraph

/// CIBarsSwipeTransition: bars of the source slide away one after another.
///
/// Formula: C = S(p - d_n way) " over " T, d_n = (offset · (t - n))^2
package enum BarsSwipeTransition {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let targetImage = Parameter<Node>("inputTargetImage", type: .image)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 3.141592653589793, slider: 0...6.283185307179586, identity: 0)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 30, min: 2, slider: 2...300, unit: .pixels)
  static let barOffset = Parameter<Float>("inputBarOffset", type: .scalar, default: 10, min: 1, slider: 1...100)
  static let time = Parameter<Float>("inputTime", type: .time, default: 0, min: 0, max: 1, slider: 0...1, identity: 0)

  static let filter = Filter(
    "CIBarsSwipeTransition", displayName: "Bars Swipe Transition",
    summary: "Slides bars of the source away to show the target.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .transition, .video], since: "macOS 10.5 / iOS 6 / tvOS 6",
    parameters: [image, targetImage, angle, width, barOffset, time], formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    let time = progress(inputs[time])
    if time == 0 { return inputs[image] }
    if time == 1 { return inputs[targetImage].cropped(to: inputs[image].extent) }
    let (source, width, offset) = (inputs[image], max(inputs[width], 1), inputs[barOffset])
    let rect = source.extent.rect ?? UserRect(x: 0, y: 0, width: 1000, height: 1000)
    let sweep = try Sweep(inputs[angle], over: rect, filter: "CIBarsSwipeTransition")
    guard width.isFinite, abs(offset) <= 1e4 else {
      throw .invalidArgument(
        "CIBarsSwipeTransition: inputWidth must be finite, and inputBarOffset lie in -10000...10000")
    }
    let started = (sweep.low + 2.5 * rect.size.max() * Double(time)) / Double(width)
    return Node.gathered(
      [source, inputs[targetImage]], by: formula, SIMD2<Float>(sweep.way), SIMD3(width, Float(started), offset)
    ).cropped(to: source.extent)
  }

  /// The source moved along its bars, over the target. Bar n lies where the place along the way is n to n + 1 widths,
  /// and has moved by (offset (started - n))² pixels to the right of the way, once `started` has passed it. `bars` is
  /// width, started and offset. Pixels are mixed; premultiplied. Shader: Transition/BarsSwipeTransition.glsl
  ///
  /// Source: fitted on one picture of Core Image, to a pixel: bars fall as bodies do, and 2.5 of the larger side of the
  /// image have started at time 1. How offset counts other than 1 is our own.
  package static let formula = RegionFormula(
    "barsSwipe", inputs: 2,
    taps: { (_: SIMD2<Float>, _: SIMD3<Float>) in 4 },
    region: { (input, output, way: SIMD2<Float>, bars: SIMD3<Float>) in
      guard input == 0 else { return output }
      let corners = [output.min, [output.max.x, output.min.y], output.max, [output.min.x, output.max.y]]
      let first = corners.map { ($0 * SIMD2<Double>(way)).sum() }.min()!
      let number = (first / Double(bars.x)).rounded(.down)
      let most = max(Double(bars.y) - number, 0) * Double(bars.z)
      let fall = SIMD2(-Double(way.y), Double(way.x)) * most * most
      return output.union(output.offset(by: fall)).outset(by: 1)
    },
    extent: { (inputs, _: SIMD2<Float>, _: SIMD3<Float>) in inputs[0] },
    reference: { (read, at, way: SIMD2<Float>, bars: SIMD3<Float>) in
      let number = ((at * way).sum() / bars.x).rounded(.down)
      let path = max(bars.y - number, 0) * bars.z
      let bar = RegionFormula.mixed(read, 0, at + SIMD2(-way.y, way.x) * (path * path))
      return bar + read(1, at) * (1 - bar.w)
    })
}
