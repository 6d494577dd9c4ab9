/// CILinearToSRGBToneCurve: encodes linear values with the sRGB transfer function, without changing the image's colour
/// space.
///
/// Formula: c′ = 12.92 c " if " c ≤ 0.0031308, " else " 1.055 c^{1 / 2.4} - 0.055
///
/// Source: IEC 61966-2-1:1999, 5.2, mirrored below 0.
package enum LinearToSRGBToneCurve {
  static let filter = Filter(
    "CILinearToSRGBToneCurve", displayName: "Linear to sRGB Tone Curve", summary: "Applies the sRGB transfer curve.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 10.10 / iOS 7 / tvOS 7", parameters: [.inputImage],
    formulas: [.color(ColorConversions.sRGBFromLinear)]
  ) { inputs in
    inputs.image.mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.sRGBFromLinear)
      .mapped(by: ColorConversions.premultiply)
  }
}
