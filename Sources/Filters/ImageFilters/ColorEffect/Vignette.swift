/// CIVignette: darkens the corners, as lenses do.
///
/// Formula: rgb′ = rgb (1 - d^2)^{2 intensity}, d = {radius · |p - m|}/{2 · side}
package enum Vignette {
  static let intensity = Parameter<Float>("inputIntensity", default: 0, min: -1, max: 1, slider: -1...1, identity: 0)
  static let radius = Parameter<Float>("inputRadius", default: 1, min: 0, max: 2, slider: 0...2)

  static let filter = Filter(
    "CIVignette", summary: "Darkens corners by a lens-like falloff.", categories: .extended(.colorEffect, .interlaced),
    since: "macOS 10.9 / iOS 5 / tvOS 5", parameters: [.inputImage, intensity, radius], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (intensity, radius) = (inputs[intensity], inputs[radius])
    guard intensity.isFinite, radius.isFinite else {
      throw .invalidArgument("CIVignette: inputIntensity or inputRadius is not a finite number")
    }
    guard let rect = inputs.image.extent.rect else {
      if inputs.image.extent == .empty { return .empty }
      throw .invalidArgument("CIVignette: the image is infinite and has no corners; crop it first")
    }
    let center = (rect.min + rect.max) / 2
    let side = Float(max(rect.size.min(), 1))
    return inputs.image.mapped(by: formula, SIMD2<Float>(center), min(max(radius, 0), 2) / (2 * side), 2 * intensity)
  }

  /// rgb (1 - d²)^`exponent`, d the distance from `center` times `scale`; alpha untouched, linear light. 1 - d² is at
  /// least 0.01, which limits brightening. Shader: ColorEffect/Vignette.glsl
  ///
  /// Source: measured on Core Image with intensity 2 and radius 10 on 638 x 475 pixels, to 1/255: the exponent was 4
  /// and d reached 1 at 475 pixels. The use of both inputs is our own interpretation. The exponent is twice the
  /// intensity: at 1 this is the cos⁴ law of lenses, with d the sine of the angle of incidence. The radius is limited
  /// to 2, as its attributes declare, and scales d, so that 0 changes nothing. d is relative to the shorter side, so
  /// that portrait and landscape images are treated alike.
  package static let formula = ColorFormula(positional: "vignette", preserves: .opacity) {
    (color, at, center: SIMD2<Float>, scale: Float, exponent: Float) in
    let offset = (at - center) * Lane(repeating: scale)
    let cosine = (1 - (offset.x * offset.x + offset.y * offset.y)).atLeast(0.01)
    return Color(color.rgb * cosine.power(exponent), color.alpha)
  }
}
