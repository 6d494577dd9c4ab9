/// CIColorCrossPolynomial: a second-order polynomial of all three components for each component.
///
/// Formula: c′_k = l_k · (r, g, b) + s_k · (r^2, g^2, b^2) + q_k · (r g, g b, b r) + w_k
package enum ColorCrossPolynomial {
  static let redCoefficients = Parameter<[Double]>(
    "inputRedCoefficients", default: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], identity: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  static let greenCoefficients = Parameter<[Double]>(
    "inputGreenCoefficients", default: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0], identity: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
  static let blueCoefficients = Parameter<[Double]>(
    "inputBlueCoefficients", default: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0], identity: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])

  static let filter = Filter(
    "CIColorCrossPolynomial", summary: "Second-order polynomial with cross terms for each channel.",
    categories: .extendedPointwise(.colorEffect), since: "macOS 10.9 / iOS 7 / tvOS 7",
    parameters: [.inputImage, redCoefficients, greenCoefficients, blueCoefficients], formulas: [.color(formula)],
    example: [
      "inputRedCoefficients": [1, 0, 0, 0, 0, 0, 0.4, 0, 0, 0],
      "inputBlueCoefficients": [0, 0.2, 0.6, 0, 0, 0, 0, 0, 0, 0.05],
    ]
  ) { inputs in
    let (red, green, blue) = (
      Coefficients(inputs[redCoefficients]), Coefficients(inputs[greenCoefficients]),
      Coefficients(inputs[blueCoefficients])
    )
    return inputs.image.mapped(
      by: formula, red.linear, red.squares, red.products, green.linear, green.squares, green.products, blue.linear,
      blue.squares, blue.products)
  }

  /// The ten coefficients of a component: a0 r + a1 g + a2 b + a3 r² + a4 g² + a5 b² + a6 r g + a7 g b + a8 b r + a9.
  private struct Coefficients {
    let linear: SIMD4<Float>
    let squares: SIMD3<Float>
    let products: SIMD3<Float>

    /// Missing coefficients are 0.
    init(_ list: [Double]) {
      let a = list.prefix(10).map { Float($0) } + [Float](repeating: 0, count: max(0, 10 - list.count))
      linear = [a[0], a[1], a[2], a[9]]
      squares = [a[3], a[4], a[5]]
      products = [a[6], a[7], a[8]]
    }
  }

  /// linear.rgb · rgb + squares · rgb² + products · (r g, g b, b r) + linear.w of the straight colour, for each
  /// component; alpha unchanged, linear light. Shader: ColorEffect/ColorCrossPolynomial.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let formula = ColorFormula("colorCrossPolynomial", keepsAlpha: true) {
    (
      color, redLinear: SIMD4<Float>, redSquares: SIMD3<Float>, redProducts: SIMD3<Float>, greenLinear: SIMD4<Float>,
      greenSquares: SIMD3<Float>, greenProducts: SIMD3<Float>, blueLinear: SIMD4<Float>, blueSquares: SIMD3<Float>,
      blueProducts: SIMD3<Float>
    ) in
    let c = color.unpremultiplied.rgb
    let (squares, products) = (c * c, RGB(c.red * c.green, c.green * c.blue, c.blue * c.red))
    func component(_ linear: SIMD4<Float>, _ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Lane {
      c.dot([linear.x, linear.y, linear.z]) + squares.dot(a) + products.dot(b) + linear.w
    }
    let rgb = RGB(
      component(redLinear, redSquares, redProducts), component(greenLinear, greenSquares, greenProducts),
      component(blueLinear, blueSquares, blueProducts))
    return Color(rgb, color.alpha).premultiplied
  }
}
