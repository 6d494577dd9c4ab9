/// CIVignette: darkens the corners, as lenses do.
///
/// Formula: rgb′ = rgb (1 + d^2)^{-2 intensity}, d = {|p - m|}/{R}
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
      throw .invalidArgument("CIVignette: the image is infinite, it has no corners; crop it first")
    }
    let center = (rect.min + rect.max) / 2
    let reach = ((rect.size * rect.size).sum()).squareRoot() / 2
    return inputs.image.mapped(by: formula, SIMD2<Float>(center), radius / Float(max(reach, 0.5)), -2 * intensity)
  }

  /// rgb (1 + d²)^`exponent`, d the distance from `center` times `scale`; alpha untouched, linear light. The scale is
  /// `inputRadius` over half the diagonal. Shader: ColorEffect/Vignette.glsl
  ///
  /// Source: our own: with exponent -2 it is the cos⁴ law of lenses, and d the tangent of the angle at which a ray
  /// comes in.
  package static let formula = ColorFormula(positional: "vignette") {
    (color, at, center: SIMD2<Float>, scale: Float, exponent: Float) in
    let offset = (at - center) * Lane(repeating: scale)
    return Color(color.rgb * (offset.x * offset.x + offset.y * offset.y + 1).power(exponent), color.alpha)
  }
}
