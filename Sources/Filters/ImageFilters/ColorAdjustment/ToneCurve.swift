/// CIToneCurve: a smooth curve through five points, the same for red, green and blue.
///
/// Formula: c′ = decode(s(encode(c))), s : " the natural cubic spline through the five points"
package enum ToneCurve {
  static let point0 = Parameter<SIMD2<Double>>("inputPoint0", type: .offset, default: [0, 0], identity: [0, 0])
  static let point1 = Parameter<SIMD2<Double>>(
    "inputPoint1", type: .offset, default: [0.25, 0.25], identity: [0.25, 0.25])
  static let point2 = Parameter<SIMD2<Double>>(
    "inputPoint2", type: .offset, default: [0.5, 0.5], identity: [0.5, 0.5])
  static let point3 = Parameter<SIMD2<Double>>(
    "inputPoint3", type: .offset, default: [0.75, 0.75], identity: [0.75, 0.75])
  static let point4 = Parameter<SIMD2<Double>>("inputPoint4", type: .offset, default: [1, 1], identity: [1, 1])
  static let extrapolate = Parameter<Bool>("inputExtrapolate", type: .boolean, default: false)

  static let filter = Filter(
    "CIToneCurve", summary: "Spline through five points for all channels.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 10.7 / iOS 5 / tvOS 5",
    parameters: [.inputImage, point0, point1, point2, point3, point4, extrapolate], formulas: [.color(formula)],
    example: ["inputPoint1": [0.25, 0.14], "inputPoint3": [0.75, 0.88]]
  ) { (inputs) throws(RenderError) in
    let points = [inputs[point0], inputs[point1], inputs[point2], inputs[point3], inputs[point4]]
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      throw .invalidArgument("CIToneCurve: a coordinate of inputPoint0 ... inputPoint4 is not finite")
    }
    // Without extrapolation, an identity curve still clamps colours to its ends.
    if inputs[extrapolate], points.allSatisfy({ $0.x == $0.y }) { return inputs.image }
    let curve = NaturalSpline(points)
    let slopes = inputs[extrapolate] ? SIMD2(curve.startSlope, curve.endSlope) : .zero
    let ends = SIMD4(curve.x[0], curve.x[4], slopes.x, slopes.y)
    let parts = curve.parts.map { SIMD4<Float>($0) }
    return inputs.image
      .mapped(by: ColorConversions.unpremultiply)
      .mapped(by: ColorConversions.sRGBFromLinear)
      .mapped(
        by: formula, SIMD4<Float>(ends), SIMD3(Float(curve.x[1]), Float(curve.x[2]), Float(curve.x[3])), parts[0],
        parts[1], parts[2], parts[3]
      )
      .mapped(by: ColorConversions.linearFromSRGB)
      .mapped(by: ColorConversions.premultiply)
  }

  /// Evaluates one of four cubics for each component of straight, sRGB-encoded colour; alpha unchanged. `ends` are the
  /// first and the last x and the slopes before and after them, `joins` the x coordinates between. A part holds the
  /// cubic's coefficients, the constant first, in the distance from its first point. Shader:
  /// ColorAdjustment/ToneCurve.glsl
  ///
  /// Source: fitted on Core Image's pixels: a natural spline on sRGB-encoded values, all within 2/255.
  package static let formula = ColorFormula("toneCurve", keepsAlpha: true) {
    (
      color, ends: SIMD4<Float>, joins: SIMD3<Float>, part0: SIMD4<Float>, part1: SIMD4<Float>, part2: SIMD4<Float>,
      part3: SIMD4<Float>
    ) in
    let rgb = color.rgb.map { value in
      let x = value.limited(to: ends.x, ends.y)
      var y = cubic(x - ends.x, part0)
      y.replace(with: cubic(x - joins.x, part1), where: x .>= joins.x)
      y.replace(with: cubic(x - joins.y, part2), where: x .>= joins.y)
      y.replace(with: cubic(x - joins.z, part3), where: x .>= joins.z)
      return y + (value - ends.x).atMost(0) * ends.z + (value - ends.y).atLeast(0) * ends.w
    }
    return Color(rgb, color.alpha)
  }

  private static func cubic(_ t: Lane, _ k: SIMD4<Float>) -> Lane {
    let outer = t * k.w + k.z
    return (outer * t + k.y) * t + k.x
  }
}
