/// CISepiaTone: brown tones like those of an old photograph.
///
/// Formula: Y = max(0.2125 r + 0.7154 g + 0.0721 b, 0), rgb′ = rgb + intensity (T(Y) - rgb)
package enum SepiaTone {
  static let filter = Filter(
    "CISepiaTone", summary: "Brown tint, mixed by intensity.",
    categories: .extendedPointwise(.colorEffect, .xmpSerializable), since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [.inputImage, .fullIntensity], formulas: [.color(formula)], neutral: [.fullIntensity]
  ) { inputs in
    inputs.image.mapped(by: formula, Luma.weights, redTone, greenTone, blueTone, inputs[.fullIntensity])
  }

  /// The red tone: factor and exponent of a power of the luma, and the factor of the luma that is added.
  private static let redTone: SIMD3<Float> = [1.08786, 0.79533, -0.08942]
  /// The green and blue tones: (x + y L + z L²) / (1 + w L), not below 0.
  private static let greenTone: SIMD4<Float> = [-0.00095, 0.7717, 1.9711, 1.76744]
  private static let blueTone: SIMD4<Float> = [-0.00051, 0.02851, 0.95203, 0.06465]

  /// The tone of the straight colour's luma, mixed with the colour by `intensity`; alpha unchanged, linear light.
  /// Shader: ColorEffect/SepiaTone.glsl
  ///
  /// Source: fitted on 4000 colours of Core Image's pixels; all agree to 1/255 at intensity 1.
  package static let formula = ColorFormula("sepiaTone", keepsAlpha: true) {
    (color, luma: SIMD3<Float>, red: SIMD3<Float>, green: SIMD4<Float>, blue: SIMD4<Float>, intensity: Float) in
    let straight = color.unpremultiplied
    let level = straight.rgb.dot(luma).atLeast(0)
    let tone = RGB(level.power(red.y) * red.x + level * red.z, ratio(level, green), ratio(level, blue))
    return Color(mix(straight.rgb, tone, intensity), color.alpha).premultiplied
  }

  private static func ratio(_ x: Lane, _ k: SIMD4<Float>) -> Lane {
    let above = (x * k.z + k.y) * x + k.x
    return (above / (x * k.w + 1)).atLeast(0)
  }
}
