/// CIDocumentEnhancer: makes the paper of a photographed page white and its ink dark.
///
/// Formula: c′ = c + mixture (clamp((c/{w b})^γ, 0, 1) - c), b : " the paper around the pixel"
package enum DocumentEnhancer {
  static let amount = Parameter<Float>("inputAmount", default: 1, min: 0, max: 10, slider: 0...2)

  static let filter = Filter(
    "CIDocumentEnhancer", summary: "Whitens paper, removes shadow, lifts contrast of a scan.",
    categories: [.builtIn, .colorEffect, .nonSquarePixels, .stillImage], since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [.inputImage, amount], formulas: [.color(formula)],
    tolerance: Tolerance(
      absolute: 1 / 2048, relative: 1 / 256,
      because: "the divisor is the paper's brightness in half floats; the quotient is raised to a power of up to 11")
  ) { (inputs) throws(RenderError) in
    let amount = inputs[amount]
    guard amount.isFinite else { throw .invalidArgument("CIDocumentEnhancer: inputAmount is not a finite number") }
    guard amount > 0 else { return inputs.image }
    guard let rect = inputs.image.extent.rect else {
      if inputs.image.extent == .empty { return .empty }
      throw .invalidArgument("CIDocumentEnhancer: the image is infinite; crop it to the page first")
    }
    // Wider than letters, narrower than shadows.
    let sigma = min(max(Float(rect.size.max()) / 24, 8), 200)
    let paper = try GaussianBlur.blurred(inputs.image.clampedToExtent, sigma: sigma, filter: "CIDocumentEnhancer")
    return Node.combined(
      [inputs.image, paper], by: formula, min(amount, 1), 1 + min(amount, 10), SIMD2<Float>(0.85, 1 / 256),
      extent: .first)
  }

  /// Mixes each straight component c by `mixture` with (c / (`white.x` b))^exponent, limited to 0...1. b is the same
  /// component of `paper`, the blurred surroundings, at least `white.y`. Alpha unchanged, linear light.
  /// Shader: ColorEffect/DocumentEnhancer.glsl
  ///
  /// Source: our own: dividing by the illumination of the page removes shadows and colour casts, and the power darkens
  /// ink.
  package static let formula = ColorFormula(blend: "documentEnhancer", preserves: .opacity) {
    (color, paper, mixture: Float, exponent: Float, white: SIMD2<Float>) in
    let (straight, around) = (color.unpremultiplied.rgb, paper.unpremultiplied.rgb)
    func enhanced(_ c: Lane, _ b: Lane) -> Lane {
      let flat = (c / (b.atLeast(white.y) * white.x)).limited(to: 0, 1)
      return c + (flat.power(exponent) - c) * mixture
    }
    return Color(
      enhanced(straight.red, around.red), enhanced(straight.green, around.green), enhanced(straight.blue, around.blue),
      color.alpha
    ).premultiplied
  }
}
