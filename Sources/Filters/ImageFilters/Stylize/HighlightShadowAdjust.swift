import Foundation

/// CIHighlightShadowAdjust: lightens shadows and recovers detail in highlights.
///
/// Formula: c′ = (1 + 0.06 s M^2 (2 - M^2)) c^{1 + (1 - h) M^2} + s (S(M) (√{c} + 0.56 √{Y}) - min(M, 0.03))
package enum HighlightShadowAdjust {
  static let radius = Parameter<Float>("inputRadius", default: 0, min: 0, slider: 0...10, identity: 0)
  static let shadowAmount = Parameter<Float>(
    "inputShadowAmount", default: 0, min: -1, max: 1, slider: -1...1, identity: 0)
  static let highlightAmount = Parameter<Float>(
    "inputHighlightAmount", default: 1, min: 0, max: 1, slider: 0.3...1, identity: 1)

  static let filter = Filter(
    "CIHighlightShadowAdjust", displayName: "Highlight and Shadow Adjust",
    summary: "Recovers highlights and shadows with local tone mapping.", categories: .extended(.stylize),
    since: "macOS 10.7 / iOS 5 / tvOS 5", parameters: [.inputImage, radius, shadowAmount, highlightAmount],
    formulas: [.color(formula)], neutral: [shadowAmount, highlightAmount]
  ) { (inputs) throws(RenderError) in
    let (shadow, highlight) = (inputs[shadowAmount], inputs[highlightAmount])
    guard shadow.isFinite, highlight.isFinite else {
      throw .invalidArgument(
        "CIHighlightShadowAdjust: inputShadowAmount or inputHighlightAmount is not a finite number")
    }
    let blurred = try GaussianBlur.blurred(
      inputs.image.clampedToExtent, sigma: inputs[radius], filter: "CIHighlightShadowAdjust")
    return Node.combined(
      [inputs.image, blurred], by: formula, shadow, 1 - highlight, SIMD3<Float>(0.299, 0.587, 0.114),
      SIMD3<Float>(0.0126, -0.2012, -0.0462), extent: .first)
  }

  /// (1 + 0.0593 shadow q (2 - q)) x^{1 + strength q} + shadow (S (√x + 0.558 √Y + tint · rgb) - min(m, 0.033)) for
  /// each straight component x, Y the luma; alpha untouched, linear light. M is the largest component of
  /// `surroundings`, limited to 0...1, q its square, m that of the pixel. Shader: Stylize/HighlightShadowAdjust.glsl
  ///
  /// S = 0.418 (1 - M)² (1 - M/2) (1 - 1/(2 (1 + 51 M)²)). For darker shadows, the subtracted amount d is multiplied by
  /// x / (x + d), so that the result is never negative.
  ///
  /// Source: fitted on 4000 colours of one image of Core Image, iOS 7, at highlight 0.75 and shadow 1.5: 99 % are
  /// within 1/255, all within 2/255. The dependence on the amounts, and shadows below 0, are our own.
  package static let formula = ColorFormula(blend: "highlightShadow", preserves: .opacity) {
    (color, surroundings, shadow: Float, strength: Float, luma: SIMD3<Float>, tint: SIMD3<Float>) in
    let straight = color.unpremultiplied
    let around = surroundings.unpremultiplied.rgb
    func most(_ rgb: RGB) -> Lane { greatest(greatest(rgb.red, rgb.green), rgb.blue) }
    let m = most(around).limited(to: 0, 1)
    let q = m * m
    let dark = 1 - m
    let near = m * 51 + 1
    let rise = dark * dark * (1 - m * 0.5) * (1 - 0.5 / (near * near)) * 0.418
    let gain = (2 - q) * q * (0.0593 * shadow) + 1
    let exponent = q * strength + 1
    let light = straight.rgb.dot(luma).atLeast(0).squareRoot() * 0.558 + straight.rgb.dot(tint)
    let black = most(straight.rgb).limited(to: 0, 0.033)
    func toned(_ x: Lane) -> Lane {
      let above = x.atLeast(0)
      let lift = ((above.squareRoot() + light) * rise - black) * shadow
      let fall = lift * above / greatest(above + greatest(lift, -lift), Lane(repeating: 1e-6))
      return (above.power(exponent) + x.atMost(0)) * gain + (shadow < 0 ? fall : lift)
    }
    return Color(straight.rgb.map(toned), color.alpha).premultiplied
  }
}
