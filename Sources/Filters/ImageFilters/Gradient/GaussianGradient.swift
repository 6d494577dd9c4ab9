/// CIGaussianGradient: a gradient from one colour at the centre to another at a radius, with a bell-shaped falloff.
///
/// Formula: c′ = c_1 + (1 - 3 t^2 + 2 t^3) (c_0 - c_1), t = min({|p - m|}/{R}, 1)
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

  /// Mixes color1 and color0 by the weight 1 - 3t² + 2t³, t the distance in radii, no more than 1; premultiplied,
  /// linear light. Shader: Gradient/GaussianGradient.glsl
  ///
  /// Source: measured on Core Image, exactly.
  package static let formula = ColorFormula(generator: "gaussianGradient") {
    (at, color0: SIMD4<Float>, color1: SIMD4<Float>, center: SIMD2<Float>, inverseRadius: Float) in
    let way = (at - center) * Lane(repeating: inverseRadius)
    return mix(Color(repeating: color1), Color(repeating: color0), way.length.smoothFall)
  }
}
