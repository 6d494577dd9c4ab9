import ImageGraph

/// CICircularScreen: rings of black and white.
///
/// Formula: c′ = clamp((1 + s) Y - s t, 0, 1), t = 1 - |2 frac({|p - m|}/w) - 1|
package enum CircularScreen {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 6, min: 1, slider: 2...50, unit: .pixels)
  static let sharpness = Parameter<Float>("inputSharpness", type: .scalar, default: 0.7, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CICircularScreen", displayName: "Circular Screen", summary: "Concentric-ring halftone in grey.",
    categories: [.builtIn, .halftoneEffect, .stillImage, .video], since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [image, center, width, sharpness], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let frequency = try Screen.frequency(
      angle: 0, width: inputs[width], center: inputs[center], filter: "CICircularScreen")
    return inputs[image].mapped(
      by: formula, SIMD2<Float>(inputs[center]), frequency, Luma.bt709, Screen.slope(inputs[sharpness]))
  }

  /// Rings about the centre: threshold 1 - |2 part - 1| of the distance in widths. Linear light.
  /// Shader: HalftoneEffect/CircularScreen.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(positional: "circularScreen") {
    (color, at, center: SIMD2<Float>, frequency: SIMD2<Float>, luma: SIMD3<Float>, slope: Float) in
    let threshold = Screen.triangle((at - center).length * frequency.x)
    return Screen.grey(color, threshold, luma, slope)
  }
}
