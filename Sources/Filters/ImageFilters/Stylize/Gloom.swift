/// CIGloom: a dull glow: darkens areas that are brighter than their surroundings.
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

  /// Moves the image towards the blur where the blur is darker: c + (min(c, g) - c) intensity, all components
  /// premultiplied, linear light. Towards its edge, where the blur is partly clear, the image becomes partly clear too.
  /// Shader: Stylize/Gloom.glsl
  ///
  /// Source: the formula of CIBloom, which is measured, with the minimum; the extent is measured.
  package static let formula = ColorFormula(
    blend: "gloom", chosen: { (_, intensity: Float) in intensity == 0 ? 0 : nil }
  ) { (color, blur, intensity: Float) in
    mix(color, least(color, blur), intensity)
  }
}
