import ImageColor

/// CIVignetteEffect: darkens the area outside a circle.
///
/// Formula: rgb′ = rgb · decode(1 - intensity t^3 (6 t^2 - 15 t + 10)), t = clamp({|p - m| - r_0}/{r_1 - r_0}, 0, 1)
package enum VignetteEffect {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 150, min: 0, slider: 0...2000)
  static let intensity = Parameter<Float>("inputIntensity", default: 1, min: -1, max: 1, slider: -1...1, identity: 0)
  static let falloff = Parameter<Float>("inputFalloff", default: 0.5, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIVignetteEffect", summary: "Darkens outside a disc at a chosen position.",
    categories: .extended(.colorEffect, .interlaced), since: "macOS 10.9 / iOS 7 / tvOS 7",
    parameters: [.inputImage, .center, radius, intensity, falloff], formulas: [.color(formula)], neutral: [intensity]
  ) { (inputs) throws(RenderError) in
    let (radius, falloff) = (inputs[radius], inputs[falloff])
    guard radius.isFinite, falloff.isFinite, inputs[intensity].isFinite else {
      throw .invalidArgument("CIVignetteEffect: inputRadius, inputFalloff or inputIntensity is not a finite number")
    }
    let half = max(2 * abs(falloff * radius), 0.5)
    let (inner, outer) = (max(radius - half, 0), max(radius, 0) + half)
    return inputs.image.mapped(
      by: formula, SIMD2<Float>(inputs[.center]), inner, 1 / (outer - inner), inputs[intensity])
  }

  /// rgb times the linear light that sRGB encodes as 1 - `intensity` s, with s = t³ (6 t² - 15 t + 10) and t =
  /// (distance from `center` - `inner`) slope, limited to 0...1; alpha untouched, linear light. Shader:
  /// ColorEffect/VignetteEffect.glsl
  ///
  /// Source: measured on Core Image at falloff 0.5, to 1/255, where the falloff extends from the centre to twice the
  /// radius. In general it extends from radius (1 - 2 falloff), at least 0, to radius (1 + 2 falloff), over a pixel at
  /// least; this is our own interpretation. A falloff of 0 is a hard edge at the radius.
  package static let formula = ColorFormula(positional: "vignetteEffect", preserves: .opacity) {
    (color, at, center: SIMD2<Float>, inner: Float, slope: Float, intensity: Float) in
    let t = (((at - center).length - inner) * slope).limited(to: 0, 1)
    let step: Lane = t * t * t * ((t * 6 - 15) * t + 10)
    let coded: Lane = (1 - step * intensity).atLeast(0)
    return Color(color.rgb * coded.map { Float(linearFromSRGB(Double($0))) }, color.alpha)
  }
}
