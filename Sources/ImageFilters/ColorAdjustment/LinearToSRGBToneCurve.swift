import ImageGraph

/// CILinearToSRGBToneCurve: codes linear values as sRGB does, without changing what they are taken for.
package enum LinearToSRGBToneCurve {
  static let image = Parameter<Node>("inputImage", type: .image)

  static let filter = Filter(
    "CILinearToSRGBToneCurve", displayName: "Linear to sRGB Tone Curve", summary: "Applies the sRGB transfer curve.",
    categories: [.builtIn, .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.10 / iOS 7 / tvOS 7",
    parameters: [image], formulas: [.color(ColorConversions.sRGBFromLinear)]
  ) { inputs in
    inputs[image].mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.sRGBFromLinear)
      .mapped(by: ColorConversions.premultiply)
  }
}
