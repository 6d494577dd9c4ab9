/// CIBloom: a soft glow around what is bright.
///
/// Formula: c′ = c + g max(1 - c, 0), g = intensity · glow
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

  /// Adds the glow, times intensity, to what is left of full light: c + g max(1 - c, 0), all components premultiplied,
  /// linear light. Values above 1 stay as they are. Shader: Stylize/Bloom.glsl
  ///
  /// Source: our own definition, a screen of the image and its blur; Core Image's is not public.
  package static let formula = ColorFormula(
    blend: "bloom", chosen: { (colors, intensity: Float) in intensity == 0 || colors[1].isClear ? 0 : nil }
  ) { (color, glow, intensity: Float) in
    func lit(_ c: Lane, _ g: Lane) -> Lane { c + g * intensity * (1 - c).atLeast(0) }
    return Color(
      lit(color.red, glow.red), lit(color.green, glow.green), lit(color.blue, glow.blue), lit(color.alpha, glow.alpha))
  }
}
