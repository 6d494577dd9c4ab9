import Foundation

/// CIHighlightShadowAdjust: lightens shadows and brings detail back to highlights.
///
/// Formula: c′ = m r + k (c - m), m = max(r, g, b), r = 2^{stops (1 - p/s)^e}
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
      [inputs.image, blurred], by: formula, 2 * shadow, 0.43 * (1 - highlight), SIMD3<Float>(0.85, 1.4, 0.84),
      SIMD2<Float>(0.54, 0.47), extent: .first)
  }

  /// m r + k (c - m) for each straight component c, m the largest of the three; alpha untouched, linear light.
  /// Shader: Stylize/HighlightShadowAdjust.glsl
  ///
  /// With p the 2.2nd root of the largest component of `surroundings`: r = 2^(`stops` (1 - p / shape.x)^shape.y), 1
  /// where p is above shape.x; k = 1 + shape.z (r - 1) + `contrast` times how far p is from ramp.x, over ramp.y,
  /// limited to 0...1.
  ///
  /// Source: our own, fitted on 4000 colours of one picture of Core Image's, iOS 7, half of which it gives within
  /// 2/255.
  package static let formula = ColorFormula(blend: "highlightShadow") {
    (color, surroundings, stops: Float, contrast: Float, shape: SIMD3<Float>, ramp: SIMD2<Float>) in
    func most(_ rgb: RGB) -> Lane { greatest(greatest(rgb.red, rgb.green), rgb.blue) }
    let straight = color.unpremultiplied
    let p = most(surroundings.unpremultiplied.rgb).power(1 / 2.2)
    let r = ((1 - p * (1 / shape.x)).power(shape.y) * stops).map { exp2($0) }
    let k = (r - 1) * shape.z + 1 + ((p - ramp.x) * (1 / ramp.y)).limited(to: 0, 1) * contrast
    let m = most(straight.rgb)
    return Color((straight.rgb - m) * k + m * r, color.alpha).premultiplied
  }
}
