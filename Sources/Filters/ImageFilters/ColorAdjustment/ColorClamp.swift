/// CIColorClamp: limits each component to a range.
///
/// Formula: c′_k = min(max(c_k, low_k), high_k), k = r, g, b, a
///
/// Source: Core Image's filter reference; that it works on straight colours is our own assumption.
package enum ColorClamp {
  static let minComponents = Parameter<SIMD4<Double>>("inputMinComponents", default: [0, 0, 0, 0])
  static let maxComponents = Parameter<SIMD4<Double>>("inputMaxComponents", default: [1, 1, 1, 1])

  static let filter = Filter(
    "CIColorClamp", summary: "Limits each component to a range.", categories: .pointwise(.colorAdjustment),
    since: "macOS 10.9 / iOS 7 / tvOS 7", parameters: [.inputImage, minComponents, maxComponents],
    formulas: [.color(formula)],
    example: ["inputMinComponents": [0.02, 0.02, 0.15, 0], "inputMaxComponents": [0.7, 0.6, 0.5, 1]]
  ) { inputs in
    let low = inputs[minComponents]
    // If the lower limit gives clear pixels an alpha, the image becomes infinite.
    return Node.combined(
      [inputs.image], by: formula, SIMD4<Float>(low), SIMD4<Float>(inputs[maxComponents]),
      extent: low.w <= 0 ? .first : .stated(.infinite))
  }

  /// Each straight component, not below `low`, then not above `high`; then premultiplied with the new alpha.
  /// Shader: ColorAdjustment/ColorClamp.glsl
  package static let formula = ColorFormula("colorClamp", keepsClear: false) {
    (color, low: SIMD4<Float>, high: SIMD4<Float>) in
    let straight = color.unpremultiplied
    return Color(
      straight.red.limited(to: low.x, high.x), straight.green.limited(to: low.y, high.y),
      straight.blue.limited(to: low.z, high.z), straight.alpha.limited(to: low.w, high.w)
    ).premultiplied
  }
}
