/// CIDither: adds noise, so that smooth gradients show no banding when they are stored in few bits.
///
/// Formula: srgb(rgb′) = srgb(rgb) + intensity (ν(x, y) - 1/2), 0 ≤ ν < 1
///
/// Source: our own; Core Image's noise is not public. A hash of the pixel's coordinates gives white noise, equal in the
/// three components.
package enum Dither {
  static let intensity = Parameter<Float>("inputIntensity", default: 0.1, min: 0, max: 5, slider: 0...1, identity: 0)

  static let filter = Filter(
    "CIDither", summary: "Adds noise before a later reduction of depth, in a perceptual space.",
    categories: .extended(.colorEffect), since: "macOS 10.14 / iOS 12 / tvOS 12", parameters: [.inputImage, intensity],
    formulas: [.color(ColorConversions.dither)], neutral: [intensity]
  ) { (inputs) throws(RenderError) in
    let intensity = inputs[intensity]
    guard intensity.isFinite else { throw .invalidArgument("CIDither: inputIntensity is not a finite number") }
    // Noise of equal amplitude is perceived alike in shadows and highlights if it is added to sRGB-encoded values.
    return inputs.image
      .mapped(by: ColorConversions.unpremultiply)
      .mapped(by: ColorConversions.sRGBFromLinear)
      .mapped(by: ColorConversions.dither, intensity)
      .mapped(by: ColorConversions.linearFromSRGB)
      .mapped(by: ColorConversions.premultiply)
  }
}
