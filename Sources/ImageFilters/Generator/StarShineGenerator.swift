import Foundation

/// CIStarShineGenerator: a star whose light makes a cross in the lens.
///
/// Formula: c′ = color (r/d)^2 + k (1 - d/reach)^2 (1/{1 + s a^2} + 1/{1 + s b^2}), d = |p - m|
package enum StarShineGenerator {
  static let color = Parameter<ColorValue>("inputColor", type: .color, default: ColorValue(1, 0.8, 0.6, 1))
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 50, min: 0, slider: 0...300)
  static let crossScale = Parameter<Float>("inputCrossScale", default: 15, min: 0, slider: 0...100, identity: 15)
  static let crossAngle = Parameter<Float>(
    "inputCrossAngle", type: .angle, default: 0.6, slider: -Double.pi...Double.pi)
  static let crossOpacity = Parameter<Float>("inputCrossOpacity", default: -2, min: -8, slider: -8...0, identity: -2)
  static let crossWidth = Parameter<Float>("inputCrossWidth", type: .distance, default: 2.5, min: 0, slider: 0.5...10)
  static let epsilon = Parameter<Float>("inputEpsilon", default: -2, min: -8, slider: -8...0, identity: -2)

  static let filter = Filter(
    "CIStarShineGenerator", displayName: "Star Shine", summary: "Star with cross-shaped rays.",
    categories: .extended(.generator), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.center, color, radius, crossScale, crossAngle, crossOpacity, crossWidth, epsilon],
    formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (center, radius, turn) = (inputs[.center], max(inputs[radius], 0), inputs[crossAngle])
    let (opacity, width, epsilon) = (inputs[crossOpacity], max(inputs[crossWidth], 0.01), inputs[epsilon])
    let reach = max(inputs[crossScale] * radius, 1e-3)
    guard center.x.isFinite, center.y.isFinite, radius < 1e6, turn.isFinite, reach < 1e9, width.isFinite,
      abs(opacity) <= 30, abs(epsilon) <= 15
    else { throw .invalidArgument("CIStarShineGenerator: its numbers must be finite, opacity and epsilon exponents") }
    let sharp = pow(10, -(epsilon + 2)) / (width * width)
    return Node.generated(
      by: formula, inputs[color].working, SIMD2<Float>(center), SIMD4(radius * radius, 1 / reach, cos(turn), sin(turn)),
      SIMD2(exp(-0.86 * (opacity + 2)), sharp))
  }

  /// The colour times (radius / r)², and white arms: peak (1 - r / reach)² (1/(1 + k a²) + 1/(1 + k b²)), where a and b
  /// are the distances from the two lines of the cross. Alpha is at most 1, colours are not limited. `form`: radius², 1
  /// / reach, cosine and sine of the cross; `cross`: peak and k. Premultiplied, linear light. Shader:
  /// Generator/StarShineGenerator.glsl
  ///
  /// Source: the star, and how the cross fades, are measured on one picture of Core Image; its arms, and what opacity
  /// and epsilon do to them, are our own: peak exp(-0.86 (opacity + 2)), k = 10^-(epsilon + 2) / width².
  package static let formula = ColorFormula(generator: "starShine") {
    (at, color: SIMD4<Float>, center: SIMD2<Float>, form: SIMD4<Float>, cross: SIMD2<Float>) in
    let way = at - center
    let square = way.x * way.x + way.y * way.y
    let glow = form.x / square.atLeast(0.25)
    let rest = (1 - square.squareRoot() * form.y).atLeast(0)
    let a: Lane = way.x * form.z + way.y * form.w
    let b: Lane = way.y * form.z - way.x * form.w
    let across: Lane = 1 / (1 + a * a * cross.y)
    let along: Lane = 1 / (1 + b * b * cross.y)
    let arms: Lane = (across + along) * rest * rest * cross.x
    let lit = Color(repeating: color) * glow
    return Color(lit.rgb + arms, (lit.alpha + arms).atMost(1))
  }
}
