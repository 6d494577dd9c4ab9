import Foundation

/// CIStarShineGenerator: a star with a cross-shaped lens flare.
///
/// Formula: c′ = colour (R/d)^2 + {15.5 · 10^{opacity} (1 - d/reach)^2}/{|a b / 160 w^2|^3 + 10^{1.5 epsilon}}, d = |p - m|
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
    else {
      throw .invalidArgument(
        "CIStarShineGenerator: all inputs must be finite, inputCrossOpacity in -30...30 and inputEpsilon in -15...15")
    }
    let peak = 15.5 * pow(10, opacity)
    // Arms are limited to 10000, which half floats can represent.
    let softness = max(pow(10, 1.5 * epsilon), peak / 1e4)
    return Node.generated(
      by: formula, inputs[color].working, SIMD2<Float>(center), SIMD4(radius * radius, 1 / reach, cos(turn), sin(turn)),
      SIMD3(peak, 1 / (160 * width * width), softness))
  }

  /// The colour times (radius / d)², and white arms: peak (1 - d / reach)² / (|a b sharpness|³ + softness), where a and
  /// b are the distances from the two lines of the cross. Alpha is at most 1, colours are not limited. `form`: radius²,
  /// 1 / reach, cosine and sine of the cross; `cross`: peak, sharpness and softness. Premultiplied, linear light.
  /// Shader: Generator/StarShineGenerator.glsl
  ///
  /// Source: measured on two images of Core Image. At opacity -2, width 2.5 and epsilon -2 the arms are 1.55e8 over
  /// |a b|³ + 1e6; at 1, 20 and 2 they are nearly as flat as 0.155. The dependence on the three is our own
  /// interpretation, which both images confirm: the peak is 15.5 · 10^opacity, the softness 10^(1.5 epsilon), and the
  /// sharpness 1 over 160 width², so that arms have the specified width.
  package static let formula = ColorFormula(generator: "starShine") {
    (at, color: SIMD4<Float>, center: SIMD2<Float>, form: SIMD4<Float>, cross: SIMD3<Float>) in
    let way = at - center
    let square = way.x * way.x + way.y * way.y
    let glow = form.x / square.atLeast(0.25)
    let fade = (1 - square.squareRoot() * form.y).atLeast(0)
    let a: Lane = way.x * form.z + way.y * form.w
    let b: Lane = way.y * form.z - way.x * form.w
    // Far enough for every arm to vanish, and small enough for its cube to be finite.
    let off: Lane = (a * b * cross.y).magnitude.atMost(1e12)
    let arms: Lane = fade * fade * cross.x / (off * off * off + cross.z)
    let lit = Color(repeating: color) * glow
    return Color(lit.rgb + arms, (lit.alpha + arms).atMost(1))
  }
}
