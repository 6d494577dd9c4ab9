/// CISRGBToneCurveToLinear: decodes sRGB values to linear light, without changing the image's colour space.
///
/// Formula: c′ = {c}/{12.92} " if " c ≤ 0.04045, " else " ({c + 0.055}/{1.055})^{2.4}
///
/// Source: IEC 61966-2-1:1999, 5.2, mirrored below 0.
package enum SRGBToneCurveToLinear {
  static let filter = Filter(
    "CISRGBToneCurveToLinear", displayName: "sRGB Tone Curve to Linear", summary: "Removes the sRGB transfer curve.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 10.10 / iOS 7 / tvOS 7",
    factory: "sRGBToneCurveToLinear", parameters: [.inputImage], formulas: [.color(ColorConversions.linearFromSRGB)]
  ) { inputs in
    inputs.image.mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.linearFromSRGB)
      .mapped(by: ColorConversions.premultiply)
  }
}
