/// CIUnsharpMask: sharpens by adding the difference to a blurred copy.
///
/// Formula: rgb′ = rgb + intensity (rgb - G_σ * rgb)
///
/// Source: the darkroom's unsharp mask; that the blur is Gaussian with sigma as the radius is our own choice.
package enum UnsharpMask {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 2.5, min: 0, slider: 0...100, identity: 0)

  static let filter = Filter(
    "CIUnsharpMask", summary: "Adds the difference to a blurred copy.", categories: .extended(.sharpen),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, radius, .halfIntensity],
    formulas: [.color(formula)],
    tolerance: Tolerance(
      absolute: 1 / 1024, relative: 1 / 512,
      because: "what a blurred image lost to rounding is multiplied by intensity")
  ) { (inputs) throws(RenderError) in
    let image = inputs.image
    // Edge pixels are repeated outwards, so that the image's border is not sharpened like an edge.
    let blur = try GaussianBlur.blurred(image.clampedToExtent, sigma: inputs[radius], filter: "CIUnsharpMask")
    return Node.combined([image, blur], by: formula, inputs[.halfIntensity], extent: .first)
  }

  /// c + intensity (c - b) of the straight colours, weighted by both alphas, so that the edge of a transparent area
  /// gets no fringe; alpha untouched, linear light. Shader: Sharpen/UnsharpMask.glsl
  package static let formula = ColorFormula(
    blend: "unsharpMask", preserves: .opacity, chosen: { (_, intensity: Float) in intensity == 0 ? 0 : nil }
  ) { (color, blur, intensity: Float) in
    let detail = color.rgb * blur.alpha - blur.rgb * color.alpha
    return Color(color.rgb + detail * intensity, color.alpha)
  }
}
