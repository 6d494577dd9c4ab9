/// CIXRay: simulates an X-ray image: a bluish negative.
///
/// Formula: rgb′ = ramp(Y), Y = 0.2125 r + 0.7154 g + 0.0721 b
package enum XRay {
  static let filter = Filter(
    "CIXRay", displayName: "X-Ray", summary: "Looks like an X-ray.", categories: .pointwise(.colorEffect),
    since: "macOS 10.11 / iOS 10 / tvOS 10", parameters: [.inputImage], formulas: [.color(LuminanceRamp.formula)]
  ) { inputs in
    inputs.image.mapped(
      by: LuminanceRamp.formula, Luma.weights, colors[0].workingRGB, colors[1].workingRGB, colors[2].workingRGB,
      colors[3].workingRGB, colors[4].workingRGB)
  }

  /// The colours of the ramp: dark areas appear dense and bright; sRGB. Source: our own.
  private static let colors = [
    ColorValue(0.93, 1, 1), ColorValue(0.62, 0.8, 0.86), ColorValue(0.27, 0.45, 0.55), ColorValue(0.06, 0.16, 0.24),
    ColorValue(0, 0.01, 0.04),
  ]
}
