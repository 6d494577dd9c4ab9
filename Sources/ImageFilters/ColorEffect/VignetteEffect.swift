/// CIVignetteEffect: darkens what lies outside of a circle.
///
/// Formula: rgb′ = rgb (1 - intensity (3 t^2 - 2 t^3)), t = clamp({|p - m| - r_0}/{r_1 - r_0}, 0, 1)
package enum VignetteEffect {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 150, min: 0, slider: 0...2000)
  static let intensity = Parameter<Float>("inputIntensity", default: 1, min: -1, max: 1, slider: -1...1, identity: 0)
  static let falloff = Parameter<Float>("inputFalloff", default: 0.5, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIVignetteEffect", summary: "Darkens outside a disc at a chosen place.",
    categories: .extended(.colorEffect, .interlaced), since: "macOS 10.9 / iOS 7 / tvOS 7",
    parameters: [.inputImage, .center, radius, intensity, falloff], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (radius, falloff) = (inputs[radius], inputs[falloff])
    guard radius.isFinite, falloff.isFinite, inputs[intensity].isFinite else {
      throw .invalidArgument("CIVignetteEffect: inputRadius, inputFalloff or inputIntensity is not a finite number")
    }
    if inputs[intensity] == 0 { return inputs.image }
    let width = max(2 * abs(falloff * radius), 1)
    return inputs.image.mapped(
      by: formula, SIMD2<Float>(inputs[.center]), max(radius, 0) - width / 2, 1 / width, inputs[intensity])
  }

  /// rgb (1 - `intensity` s), with s = 3 t² - 2 t³ and t = (distance from `center` - `inner`) slope, limited to 0...1;
  /// alpha untouched, linear light. Shader: ColorEffect/VignetteEffect.glsl
  ///
  /// Source: our own. The fall begins at radius (1 - falloff) and ends at radius (1 + falloff), over a pixel at least.
  package static let formula = ColorFormula(positional: "vignetteEffect") {
    (color, at, center: SIMD2<Float>, inner: Float, slope: Float, intensity: Float) in
    let t = (((at - center).length - inner) * slope).limited(to: 0, 1)
    return Color(color.rgb * (1 - t * t * (3 - t * 2) * intensity), color.alpha)
  }
}
