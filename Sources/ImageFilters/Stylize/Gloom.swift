/// CIGloom: a dull glow: takes light from what is brighter than its surroundings.
///
/// Formula: c′ = c + intensity (min(c, g) - c), g = G_{radius} * c
package enum Gloom {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 10, min: 0, slider: 0...100, identity: 0)

  static let filter = Filter(
    "CIGloom", summary: "Dulls highlights with a blurred copy.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, radius, .halfIntensity], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let shade = try GaussianBlur.blurred(inputs.image, sigma: inputs[radius], filter: "CIGloom")
    return Node.combined([inputs.image, shade], by: formula, inputs[.halfIntensity], extent: .union)
  }

  /// Where the blur's straight colour is darker than the image's, that much closer to it: c + (min(c, g) - c) intensity
  /// with g = a times the straight blur. Alpha as in CIBloom: a + A intensity max(1 - a, 0), A that of the blur, so
  /// that a dark rim lies around the image. Premultiplied, linear light. Shader: Stylize/Gloom.glsl
  ///
  /// Source: our own, the counterpart of our CIBloom; Core Image's is not public.
  package static let formula = ColorFormula(
    blend: "gloom", chosen: { (colors, intensity: Float) in intensity == 0 ? 0 : nil }
  ) { (color, blur, intensity: Float) in
    let shade = blur.unpremultiplied.rgb * color.alpha
    func dulled(_ c: Lane, _ g: Lane) -> Lane { c + (least(c, g) - c) * intensity }
    return Color(
      dulled(color.red, shade.red), dulled(color.green, shade.green), dulled(color.blue, shade.blue),
      color.alpha + blur.alpha * intensity * (1 - color.alpha).atLeast(0))
  }
}
