import Foundation

/// CIGaussianGradient: from one colour in the middle to another at a radius, along a bell curve.
///
/// Formula: c′ = c_1 + t (c_0 - c_1), t = {e^{-{9}/{2} ({d}/{R})^2} - e^{-{9}/{2}}}/{1 - e^{-{9}/{2}}}
package enum GaussianGradient {
  static let color1 = Parameter<ColorValue>("inputColor1", type: .color, default: ColorValue(0, 0, 0, 0))
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 300, min: 0, slider: 0...800)

  static let filter = Filter(
    "CIGaussianGradient", summary: "Radial gradient with a Gaussian-like profile.", categories: .extended(.gradient),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.center, .color0, color1, radius], formulas: [.color(formula)]
  ) { inputs in
    let radius = max(inputs[radius], 0)
    return Node.generated(
      by: formula, inputs[.color0].working, inputs[color1].working, SIMD2<Float>(inputs[.center]),
      radius > 0 ? 1 / radius : Float.greatestFiniteMagnitude.squareRoot())
  }

  /// color1 to color0 by the weight of a Gaussian whose third sigma lies at the radius, shifted and scaled to reach
  /// 0 there;
  /// premultiplied, linear light. Shader: Gradient/GaussianGradient.glsl
  ///
  /// Source: our own; Core Image's profile is not public.
  package static let formula = ColorFormula(generator: "gaussianGradient") {
    (at, color0: SIMD4<Float>, color1: SIMD4<Float>, center: SIMD2<Float>, inverseRadius: Float) in
    let way = (at - center) * Lane(repeating: inverseRadius)
    let squared = (way.x * way.x + way.y * way.y).atMost(1)
    let rim = Float(0.011108997)
    let weight = (squared.map { exp(-4.5 * $0) } - rim) / (1 - rim)
    return mix(Color(repeating: color1), Color(repeating: color0), weight.limited(to: 0, 1))
  }
}
