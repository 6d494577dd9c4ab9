/// CIBloom: a soft glow around bright areas.
///
/// Formula: c′ = c + intensity (max(c, g) - c), g = G_{radius} * c
package enum Bloom {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 10, min: 0, slider: 0...100, identity: 0)

  static let filter = Filter(
    "CIBloom", summary: "Adds a soft glow made from a blurred copy.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, radius, .halfIntensity], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let glow = try GaussianBlur.blurred(inputs.image, sigma: inputs[radius], filter: "CIBloom")
    return Node.combined([inputs.image, glow], by: formula, inputs[.halfIntensity], extent: .union)
  }

  /// Moves the image towards the blur where the blur is brighter: c + (max(c, g) - c) intensity, all components
  /// premultiplied, linear light. The result is at most as bright as the brighter of both. Shader: Stylize/Bloom.glsl
  ///
  /// Source: measured on Core Image, all within 5/255, 0.24 in the mean, with sigma = radius.
  package static let formula = ColorFormula(
    blend: "bloom", chosen: { (_, intensity: Float) in intensity == 0 ? 0 : nil }
  ) { (color, glow, intensity: Float) in
    mix(color, greatest(color, glow), intensity)
  }
}
