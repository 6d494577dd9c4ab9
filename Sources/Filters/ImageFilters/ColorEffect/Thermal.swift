/// CIThermal: simulates a thermal camera: dark areas become cold blue, bright ones hot red.
///
/// Formula: rgb′ = ramp(Y), Y = 0.2125 r + 0.7154 g + 0.0721 b
package enum Thermal {
  static let filter = Filter(
    "CIThermal", summary: "Looks like a thermal camera.", categories: .pointwise(.colorEffect),
    since: "macOS 10.11 / iOS 10 / tvOS 10", parameters: [.inputImage], formulas: [.color(LuminanceRamp.formula)]
  ) { inputs in
    inputs.image.mapped(
      by: LuminanceRamp.formula, Luma.weights, colors[0].workingRGB, colors[1].workingRGB, colors[2].workingRGB,
      colors[3].workingRGB, colors[4].workingRGB)
  }

  /// The colours of the ramp from cold to hot, sRGB. Source: our own.
  private static let colors = [
    ColorValue(0, 0, 0.25), ColorValue(0.15, 0.1, 0.85), ColorValue(0.1, 0.85, 0.35), ColorValue(1, 0.85, 0.1),
    ColorValue(1, 0.1, 0.05),
  ]
}
