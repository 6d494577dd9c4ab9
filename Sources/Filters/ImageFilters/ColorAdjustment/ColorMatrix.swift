/// CIColorMatrix: each component of the result is a weighted sum of all four, plus a bias.
///
/// Formula: (r′, g′, b′, a′) = (R · c, G · c, B · c, A · c) + bias, c = (r, g, b, a)
///
/// Source: Core Image's filter reference.
package enum ColorMatrix {
  static let rVector = Parameter<SIMD4<Double>>("inputRVector", default: [1, 0, 0, 0], identity: [1, 0, 0, 0])
  static let gVector = Parameter<SIMD4<Double>>("inputGVector", default: [0, 1, 0, 0], identity: [0, 1, 0, 0])
  static let bVector = Parameter<SIMD4<Double>>("inputBVector", default: [0, 0, 1, 0], identity: [0, 0, 1, 0])
  static let aVector = Parameter<SIMD4<Double>>("inputAVector", default: [0, 0, 0, 1], identity: [0, 0, 0, 1])
  static let biasVector = Parameter<SIMD4<Double>>("inputBiasVector", default: [0, 0, 0, 0], identity: [0, 0, 0, 0])

  static let filter = Filter(
    "CIColorMatrix", summary: "4x4 colour matrix plus bias.", categories: .extendedPointwise(.colorAdjustment),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.inputImage, rVector, gVector, bVector, aVector, biasVector],
    formulas: [.color(formula), .color(.linear)],
    example: [
      "inputRVector": [0.5, 0.45, 0.1, 0], "inputGVector": [0.3, 0.5, 0.1, 0], "inputBVector": [0.2, 0.35, 0.2, 0],
    ]
  ) { inputs in
    let (alpha, bias) = (SIMD4<Float>(inputs[aVector]), SIMD4<Float>(inputs[biasVector]))
    let rows = [rVector, gVector, bVector].map { SIMD4<Float>(inputs[$0]) }
    if alpha == [0, 0, 0, 1], bias.w == 0, rows.allSatisfy({ $0.w == 0 }) {
      // If alpha is unchanged and colours do not depend on it, the matrix is the same for premultiplied colour.
      func row(_ index: Int) -> SIMD4<Float> { SIMD4(rows[index].x, rows[index].y, rows[index].z, bias[index]) }
      return inputs.image.mapped(by: .linear, row(0), row(1), row(2))
    }
    // If the bias gives clear pixels an alpha, the image becomes infinite.
    return Node.combined(
      [inputs.image], by: formula, rows[0], rows[1], rows[2], alpha, bias,
      extent: bias.w == 0 ? .first : .stated(.infinite))
  }

  /// Straight rgba times a 4x4 matrix, whose rows are `r`, `g`, `b` and `a`, plus `bias`; then premultiplied with the
  /// new alpha. Linear light, nothing is clamped. Shader: ColorAdjustment/ColorMatrix.glsl
  package static let formula = ColorFormula("colorMatrix", keepsClear: false) {
    (color, r: SIMD4<Float>, g: SIMD4<Float>, b: SIMD4<Float>, a: SIMD4<Float>, bias: SIMD4<Float>) in
    let straight = color.unpremultiplied
    return Color(
      straight.dot(r) + bias.x, straight.dot(g) + bias.y, straight.dot(b) + bias.z, straight.dot(a) + bias.w
    ).premultiplied
  }
}
