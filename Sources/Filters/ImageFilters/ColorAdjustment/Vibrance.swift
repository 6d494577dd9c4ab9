/// CIVibrance: raises the saturation of dull colours, and protects skin tones.
///
/// Formula: m = {r + g + b}/3, rgb′ = m + k (rgb - m)
/// Formula: k = 1 + 0.85 amount · shape · (1 - 0.825 skin)
package enum Vibrance {
  static let amount = Parameter<Float>("inputAmount", default: 0, min: -1, max: 1, slider: -1...1, identity: 0)

  static let filter = Filter(
    "CIVibrance", summary: "Raises saturation of dull colours, spares skin.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 10.7 / iOS 5 / tvOS 5",
    parameters: [.inputImage, amount], formulas: [.color(formula)], neutral: [amount]
  ) { inputs in
    let amount = inputs[amount]
    // The strength as a polynomial in the dullness v: 1 - v + v² for a negative amount, v for a positive one.
    let shape: SIMD3<Float> = amount < 0 ? [1, -1, 1] : [0, 1, 0]
    return inputs.image.mapped(by: formula, 0.85 * amount, shape, SIMD2<Float>(4, 0.825))
  }

  /// Moves the straight colour away from its mean, or towards it, by a strength that depends on its dullness and on its
  /// similarity to skin; mean and alpha unchanged, linear light. Shader: ColorAdjustment/Vibrance.glsl
  ///
  /// Dullness v is 1 for greys and 0 where no colour of that mean is more saturated. `skin` holds the steepness of the
  /// skin measure and the fraction of the strength that it removes. `shape` holds the factors of 1, v and v² in the
  /// strength.
  ///
  /// Source: fitted on 4000 colours of Core Image's pixels at a negative amount, all but one within 1/255; a positive
  /// amount is our own: the same formula with a strength that keeps colours in gamut.
  package static let formula = ColorFormula("vibrance", keepsAlpha: true) {
    (color, gain: Float, shape: SIMD3<Float>, skin: SIMD2<Float>) in
    let straight = color.unpremultiplied
    let (r, g, b) = (straight.red, straight.green, straight.blue)
    let mean = (r + g + b) * (1 / 3)
    let least = lesser(lesser(r, g), b)
    let headroom = 1 - greater(greater(r, g), b)
    let v = lesser(least / mean.atLeast(1e-6), headroom / (1 - mean).atLeast(1e-6)).limited(to: 0, 1)
    let warm = lesser(r - g, 2 * g - b)
    let skinLike = ((1 - r) * warm * skin.x / (mean * (1 - mean)).atLeast(1e-6)).limited(to: 0, 1)
    let strength = ((v * shape.z + shape.y) * v + shape.x) * (1 - skinLike * skin.y)
    let factor = strength * gain + 1
    return Color((straight.rgb - mean) * factor + mean, color.alpha).premultiplied
  }

  private static func lesser(_ a: Lane, _ b: Lane) -> Lane { a.replacing(with: b, where: b .< a) }
  private static func greater(_ a: Lane, _ b: Lane) -> Lane { a.replacing(with: b, where: b .> a) }
}
