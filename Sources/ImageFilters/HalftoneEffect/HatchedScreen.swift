import ImageGraph

/// CIHatchedScreen: two sets of lines that cross.
///
/// Formula: c′ = clamp((1 + s) Y - s t, 0, 1), t = max(1 - |2 frac(u) - 1|, 1 - |2 frac(v) - 1|)^2
package enum HatchedScreen {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let center = Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150], unit: .pixels)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -3.141592653589793...3.141592653589793, identity: 0)
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 6, min: 1, slider: 2...50, unit: .pixels)
  static let sharpness = Parameter<Float>("inputSharpness", type: .scalar, default: 0.7, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIHatchedScreen", displayName: "Hatched Screen", summary: "Cross-hatched halftone in grey.",
    categories: [.builtIn, .halftoneEffect, .stillImage, .video], since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [image, center, angle, width, sharpness], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let frequency = try Screen.frequency(
      angle: inputs[angle], width: inputs[width], center: inputs[center], filter: "CIHatchedScreen")
    return inputs[image].mapped(
      by: formula, SIMD2<Float>(inputs[center]), frequency, Luma.bt709, Screen.slope(inputs[sharpness]))
  }

  /// Dark lines in both directions: threshold m², m the larger one of 1 - |2 part - 1| of the distances in widths, so
  /// that the white between them has the area that the luma asks for. Linear light.
  /// Shader: HalftoneEffect/HatchedScreen.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(positional: "hatchedScreen") {
    (color, at, center: SIMD2<Float>, frequency: SIMD2<Float>, luma: SIMD3<Float>, slope: Float) in
    let way = at - center
    let across = Screen.triangle(way.x * frequency.x + way.y * frequency.y)
    let along = Screen.triangle(way.y * frequency.x - way.x * frequency.y)
    let larger = greatest(across, along)
    let threshold = larger * larger
    return Screen.grey(color, threshold, luma, slope)
  }
}
