/// CIColorPolynomial: an independent cubic polynomial for each component.
///
/// Formula: c′_k = x_k + y_k c_k + z_k c_k^2 + w_k c_k^3, k = r, g, b, a
///
/// Source: Core Image's filter reference.
package enum ColorPolynomial {
  static let redCoefficients = Parameter<SIMD4<Double>>(
    "inputRedCoefficients", default: [0, 1, 0, 0], identity: [0, 1, 0, 0])
  static let greenCoefficients = Parameter<SIMD4<Double>>(
    "inputGreenCoefficients", default: [0, 1, 0, 0], identity: [0, 1, 0, 0])
  static let blueCoefficients = Parameter<SIMD4<Double>>(
    "inputBlueCoefficients", default: [0, 1, 0, 0], identity: [0, 1, 0, 0])
  static let alphaCoefficients = Parameter<SIMD4<Double>>(
    "inputAlphaCoefficients", default: [0, 1, 0, 0], identity: [0, 1, 0, 0])

  static let filter = Filter(
    "CIColorPolynomial", summary: "Independent cubic polynomial for each channel.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 10.9 / iOS 7 / tvOS 7",
    parameters: [.inputImage, redCoefficients, greenCoefficients, blueCoefficients, alphaCoefficients],
    formulas: [.color(formula)],
    example: ["inputRedCoefficients": [0, 1.4, -0.4, 0], "inputBlueCoefficients": [0.06, 0.7, 0, 0]]
  ) { inputs in
    let (alpha, identity) = (inputs[alphaCoefficients], SIMD4<Double>(0, 1, 0, 0))
    if [inputs[redCoefficients], inputs[greenCoefficients], inputs[blueCoefficients], alpha].allSatisfy({
      $0 == identity
    }) {
      return inputs.image
    }
    // If the constant gives clear pixels an alpha, the image becomes infinite.
    return Node.combined(
      [inputs.image], by: formula, SIMD4<Float>(inputs[redCoefficients]), SIMD4<Float>(inputs[greenCoefficients]),
      SIMD4<Float>(inputs[blueCoefficients]), SIMD4<Float>(alpha),
      extent: alpha.x == 0 ? .first : .stated(.infinite))
  }

  /// x + y c + z c² + w c³ of each straight component c with its own coefficients; then premultiplied with the new
  /// alpha. Linear light, nothing is clamped. Shader: ColorAdjustment/ColorPolynomial.glsl
  package static let formula = ColorFormula("colorPolynomial", keepsClear: false) {
    (color, red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>, alpha: SIMD4<Float>) in
    let straight = color.unpremultiplied
    return Color(
      polynomial(straight.red, red), polynomial(straight.green, green), polynomial(straight.blue, blue),
      polynomial(straight.alpha, alpha)
    ).premultiplied
  }

  private static func polynomial(_ x: Lane, _ k: SIMD4<Float>) -> Lane {
    let cubic = x * k.w + k.z
    return (cubic * x + k.y) * x + k.x
  }
}
