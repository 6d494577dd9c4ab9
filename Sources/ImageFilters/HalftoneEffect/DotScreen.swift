import ImageGraph

/// CIDotScreen: round dots of black and white.
///
/// Formula: c′ = clamp((1 + s) Y - s t, 0, 1), t = 1/2 - {cos(2 π u) + cos(2 π v)}/4
package enum DotScreen {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -3.141592653589793...3.141592653589793, identity: 0)
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 6, min: 1, slider: 2...50, unit: .pixels)
  static let sharpness = Parameter<Float>("inputSharpness", type: .scalar, default: 0.7, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIDotScreen", displayName: "Dot Screen", summary: "Round-dot halftone in grey.",
    categories: [.builtIn, .halftoneEffect, .stillImage, .video], since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width, sharpness], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let frequency = try Screen.frequency(
      angle: inputs[angle], width: inputs[width], center: inputs[center], filter: "CIDotScreen")
    return inputs[image].mapped(
      by: formula, SIMD2<Float>(inputs[center]), frequency, Luma.bt709, Screen.slope(inputs[sharpness]))
  }

  /// Black dots on a grid about the centre, white ones between: threshold 1/2 - (cos 2πu + cos 2πv) / 4, u and v in
  /// widths. Linear light.
  /// Shader: HalftoneEffect/DotScreen.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(positional: "dotScreen") {
    (color, at, center: SIMD2<Float>, frequency: SIMD2<Float>, luma: SIMD3<Float>, slope: Float) in
    let way = at - center
    let u = way.x * frequency.x + way.y * frequency.y
    let v = way.y * frequency.x - way.x * frequency.y
    let threshold = CMYKHalftone.spot(u, v)
    return Screen.grey(color, threshold, luma, slope)
  }
}
