/// CISharpenLuminance: sharpens the luminance and preserves the colours.
///
/// Formula: rgb′ = rgb + sharpness (Y - G_σ * Y)
package enum SharpenLuminance {
  static let sharpness = Parameter<Float>("inputSharpness", default: 0.4, slider: 0...2, identity: 0)
  static let radius = Parameter<Float>("inputRadius", default: 1.69, slider: 0...20, identity: 0, unit: .pixels)

  static let filter = Filter(
    "CISharpenLuminance", summary: "Sharpens luminance only.", categories: .extended(.sharpen),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, sharpness, radius], formulas: [.color(formula)],
    tolerance: Tolerance(
      absolute: 1 / 1024, relative: 1 / 512,
      because: "what a blurred image lost to rounding is multiplied by sharpness")
  ) { (inputs) throws(RenderError) in
    let image = inputs.image
    // Edge pixels are repeated outwards, so that the image's border is not sharpened like an edge.
    let blur = try GaussianBlur.blurred(image.clampedToExtent, sigma: inputs[radius], filter: "CISharpenLuminance")
    return Node.combined([image, blur], by: formula, Luma.weights, inputs[sharpness], extent: .first)
  }

  /// Adds the difference between the luma and its blur, times `sharpness`, to red, green and blue alike. Uses straight
  /// colours, weighted by both alphas; alpha unchanged, linear light. Shader: Sharpen/SharpenLuminance.glsl
  ///
  /// Source: our own definition from the description in the documentation; Core Image's is not public.
  package static let formula = ColorFormula(
    blend: "sharpenLuminance", preserves: .opacity,
    chosen: { (_, _: SIMD3<Float>, sharpness: Float) in sharpness == 0 ? 0 : nil }
  ) {
    (color, blur, luma: SIMD3<Float>, sharpness: Float) in
    let detail = color.rgb.dot(luma) * blur.alpha - blur.rgb.dot(luma) * color.alpha
    return Color(color.rgb + detail * sharpness, color.alpha)
  }
}
