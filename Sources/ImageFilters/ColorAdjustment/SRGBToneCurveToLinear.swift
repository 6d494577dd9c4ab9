import ImageGraph

/// CISRGBToneCurveToLinear: decodes sRGB values to linear ones, without changing what they are taken for.
package enum SRGBToneCurveToLinear {
  static let image = Parameter<Node>("inputImage", type: .image)

  static let filter = Filter(
    "CISRGBToneCurveToLinear", displayName: "sRGB Tone Curve to Linear", summary: "Removes the sRGB transfer curve.",
    categories: [.builtIn, .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.10 / iOS 7 / tvOS 7",
    parameters: [image], formulas: [.color(ColorConversions.linearFromSRGB)]
  ) { inputs in
    inputs[image].mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.linearFromSRGB)
      .mapped(by: ColorConversions.premultiply)
  }
}
