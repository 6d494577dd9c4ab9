/// CILinearGradient: a gradient from one colour to another between two points, constant beyond them.
///
/// Formula: c′ = c_0 + t (c_1 - c_0), t = clamp({(p - p_0) · (p_1 - p_0)}/{|p_1 - p_0|^2}, 0, 1)
///
/// Source: Core Image's filter reference: linear between the points, in the working space.
package enum LinearGradient {
  static let point0 = Parameter<SIMD2<Double>>("inputPoint0", type: .position, default: [0, 0])
  static let point1 = Parameter<SIMD2<Double>>("inputPoint1", type: .position, default: [200, 200])

  static let filter = Filter(
    "CILinearGradient", summary: "Gradient between two points, flat beyond them.", categories: .extended(.gradient),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [point0, point1, .color0, .color1], formulas: [.color(formula)]
  ) { inputs in
    let (start, way) = (inputs[point0], inputs[point1] - inputs[point0])
    let squared = (way * way).sum()
    // Two equal points have no direction: the first colour everywhere.
    let axis = squared > 0 ? way / squared : .zero
    return Node.generated(
      by: formula, inputs[.color0].working, inputs[.color1].working, SIMD2<Float>(start), SIMD2<Float>(axis))
  }

  /// Mixes color0 and color1 by the distance along `axis` from `start`, which is 0...1 between the points;
  /// premultiplied, linear light. `axis` is the vector from the first point to the second over its squared length.
  /// Shader: Gradient/LinearGradient.glsl
  package static let formula = ColorFormula(generator: "linearGradient") {
    (at, color0: SIMD4<Float>, color1: SIMD4<Float>, start: SIMD2<Float>, axis: SIMD2<Float>) in
    let way = at - start
    let t = (way.x * axis.x + way.y * axis.y).limited(to: 0, 1)
    return mix(Color(repeating: color0), Color(repeating: color1), t)
  }
}
