/// CILineOverlay: black outlines on a clear background.
///
/// Formula: a′ = a · clamp(contrast (e - threshold), 0, 1), rgb′ = 0, e : " the edges of the blurred image"
package enum LineOverlay {
  static let nrNoiseLevel = Parameter<Float>("inputNRNoiseLevel", default: 0.07, min: 0, slider: 0...0.1, identity: 0)
  static let nrSharpness = Parameter<Float>("inputNRSharpness", default: 0.71, min: 0, slider: 0...2, identity: 0)
  static let edgeIntensity = Parameter<Float>("inputEdgeIntensity", default: 1, min: 0, slider: 0...200, identity: 0)
  static let threshold = Parameter<Float>("inputThreshold", default: 0.1, min: 0, slider: 0...1, identity: 0)
  static let contrast = Parameter<Float>("inputContrast", default: 50, min: 0.25, slider: 0.25...200, identity: 1)

  static let filter = Filter(
    "CILineOverlay", summary: "Black outlines on a clear ground.", categories: .usual(.stylize),
    since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [.inputImage, nrNoiseLevel, nrSharpness, edgeIntensity, threshold, contrast],
    formulas: [.color(formula)]
  ) { inputs in
    lines(
      inputs.image, level: max(inputs[nrNoiseLevel], 0), sharpness: inputs[nrSharpness],
      intensity: inputs[edgeIntensity],
      threshold: inputs[threshold], contrast: inputs[contrast])
  }

  static func lines(
    _ image: Node, level: Float, sharpness: Float, intensity: Float, threshold: Float, contrast: Float
  ) -> Node {
    NoiseReduction.reduced(image, level: level, sharpness: sharpness).clampedToExtent
      .gathered(by: Edges.formula, intensity).mapped(by: formula, threshold, contrast).cropped(to: image.extent)
  }

  /// Black with an alpha of (e - threshold) contrast, limited to 0...1, times the alpha of the image; e is the largest
  /// component of the edges. Premultiplied. Shader: Stylize/LineOverlay.glsl
  ///
  /// Source: our own, derived from the parameters: CINoiseReduction, CIEdges, then this; Core Image's is not public.
  package static let formula = ColorFormula("lineOverlay") { (color, threshold: Float, contrast: Float) in
    let edge = greatest(greatest(color.red, color.green), color.blue)
    return Color(RGB(0), ((edge - threshold) * contrast).limited(to: 0, 1) * color.alpha)
  }
}
