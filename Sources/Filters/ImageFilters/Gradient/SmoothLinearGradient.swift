/// CISmoothLinearGradient: a gradient from one colour to another between two points, eased at both ends.
///
/// Formula: c′ = c_0 + t^2 (3 - 2 t) (c_1 - c_0), t = clamp({(p - p_0) · (p_1 - p_0)}/{|p_1 - p_0|^2}, 0, 1)
package enum SmoothLinearGradient {
  static let point0 = Parameter<SIMD2<Double>>("inputPoint0", type: .position, default: [0, 0])
  static let point1 = Parameter<SIMD2<Double>>("inputPoint1", type: .position, default: [200, 200])

  static let filter = Filter(
    "CISmoothLinearGradient", summary: "Linear gradient with an eased ramp.", categories: .extended(.gradient),
    since: "macOS 10.10 / iOS 6 / tvOS 6", parameters: [point0, point1, .color0, .color1], formulas: [.color(formula)]
  ) { inputs in
    let (start, way) = (inputs[point0], inputs[point1] - inputs[point0])
    let squared = (way * way).sum()
    // Two equal points have no direction: the first colour everywhere.
    let axis = squared > 0 ? way / squared : .zero
    return Node.generated(
      by: formula, inputs[.color0].working, inputs[.color1].working, SIMD2<Float>(start), SIMD2<Float>(axis))
  }

  /// As CILinearGradient with t² (3 - 2 t) instead of t; premultiplied, linear light.
  /// Shader: Gradient/SmoothLinearGradient.glsl
  ///
  /// Source: the smooth step of Hermite, as Core Image's filter reference describes an eased ramp.
  package static let formula = ColorFormula(generator: "smoothLinearGradient") {
    (at, color0: SIMD4<Float>, color1: SIMD4<Float>, start: SIMD2<Float>, axis: SIMD2<Float>) in
    let way = at - start
    let t = (way.x * axis.x + way.y * axis.y).limited(to: 0, 1)
    return mix(Color(repeating: color0), Color(repeating: color1), t * t * (3 - 2 * t))
  }
}
