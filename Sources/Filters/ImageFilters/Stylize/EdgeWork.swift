/// CIEdgeWork: a black and white woodcut look.
///
/// Formula: c′ = clamp(1 + slope (u - level), 0, 1), u = g + gain (g - G), g = {Y}_{0.5 r}, G = {Y}_{0.8 r}
package enum EdgeWork {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 3, min: 0, slider: 0...20)

  static let filter = Filter(
    "CIEdgeWork", summary: "Black-and-white woodcut from edges.", categories: .usual(.stylize),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, radius], formulas: [.color(formula)],
    tolerance: Tolerance(
      absolute: 1 / 16, relative: 0,
      because: "a difference of two blurred images, each rounded, is multiplied by 50")
  ) { (inputs) throws(RenderError) in
    let (image, radius) = (inputs.image, inputs[radius])
    let source = image.clampedToExtent
    let fine = try GaussianBlur.blurred(source, sigma: 0.5 * radius, filter: "CIEdgeWork")
    let coarse = try GaussianBlur.blurred(source, sigma: 0.8 * radius, filter: "CIEdgeWork")
    return Node.combined(
      [fine, coarse], by: formula, Luma.weights, 6 as Float, 0.18 as Float, 8 as Float, extent: .first
    )
    .cropped(to: image.extent)
  }

  /// With g and G the lumas of two straight blurs, sigmas 0.5 and 0.8 of the radius: u = g + (g - G) gain. The grey is
  /// (u - level) `slope` + 1, limited to 0...1: white where u reaches `level`, quickly black below. Alpha is that of
  /// the first blur. Premultiplied, linear light. Shader: Stylize/EdgeWork.glsl
  ///
  /// Source: H. Winnemöller, J. Kyprianidis, S. Olsen, XDoG: an extended difference-of-Gaussians, 2012, with a ramp for
  /// tanh; the constants are our own, Core Image's formula is not public.
  package static let formula = ColorFormula(blend: "edgeWork", preserves: .opacity) {
    (fine, coarse, luma: SIMD3<Float>, gain: Float, level: Float, slope: Float) in
    let (g, far) = (fine.unpremultiplied.rgb.dot(luma), coarse.unpremultiplied.rgb.dot(luma))
    let grey = ((g + (g - far) * gain - level) * slope + 1).limited(to: 0, 1)
    return Color(RGB(grey * fine.alpha), fine.alpha)
  }
}
