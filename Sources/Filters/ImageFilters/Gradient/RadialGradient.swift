/// CIRadialGradient: a gradient from one colour to another between two concentric circles, constant inside and outside.
///
/// Formula: c′ = c_0 + t (c_1 - c_0), t = clamp({|p - m| - r_0}/{r_1 - r_0}, 0, 1)
///
/// Source: Core Image's filter reference.
package enum RadialGradient {
  static let radius0 = Parameter<Float>("inputRadius0", type: .distance, default: 5, min: 0, slider: 0...800)
  static let radius1 = Parameter<Float>("inputRadius1", type: .distance, default: 100, min: 0, slider: 0...800)

  static let filter = Filter(
    "CIRadialGradient", summary: "Gradient between two circles of one centre.", categories: .extended(.gradient),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.center, radius0, radius1, .color0, .color1],
    formulas: [.color(formula)]
  ) { inputs in
    let (inner, outer) = (inputs[radius0], inputs[radius1])
    // Two equal circles give a sharp edge: a slope that passes from 0 to 1 within less than a pixel's rounding.
    let slope = inner == outer ? 1e6 : 1 / (outer - inner)
    return Node.generated(
      by: formula, inputs[.color0].working, inputs[.color1].working, SIMD2<Float>(inputs[.center]), inner, slope)
  }

  /// Mixes color0 and color1 by (distance from `center` - radius) slope, limited to 0...1; premultiplied, linear light.
  /// Shader: Gradient/RadialGradient.glsl
  package static let formula = ColorFormula(generator: "radialGradient") {
    (at, color0: SIMD4<Float>, color1: SIMD4<Float>, center: SIMD2<Float>, radius: Float, slope: Float) in
    let t = (((at - center).length - radius) * slope).limited(to: 0, 1)
    return mix(Color(repeating: color0), Color(repeating: color1), t)
  }
}
