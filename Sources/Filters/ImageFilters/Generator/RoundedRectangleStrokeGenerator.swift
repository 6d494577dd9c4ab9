/// CIRoundedRectangleStrokeGenerator: the outline of a rectangle with round corners.
///
/// Formula: c′ = colour · (coverage(p) - coverage_w(p))
package enum RoundedRectangleStrokeGenerator {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 10, min: 0, slider: 0...100)

  static let filter = Filter(
    "CIRoundedRectangleStrokeGenerator", summary: "Outline of a rounded rectangle.",
    categories: [.builtIn, .generator, .highDynamicRange, .stillImage], since: "macOS 14.0 / iOS 17 / tvOS 17",
    parameters: [.shapeExtent, .blurRadius, .smoothness, .color, width], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let area = inputs[.shapeExtent]
    guard area.isFinite else { throw .invalidArgument("CIRoundedRectangleStrokeGenerator: inputExtent must be finite") }
    let half = area.size / 2
    let radius = min(max(Double(inputs[.blurRadius]), 0), half.min())
    return Node.generated(
      by: formula, inputs[.color].working, SIMD2<Float>(area.center), SIMD2<Float>(half), Float(radius),
      2 + 2 * min(max(inputs[.smoothness], 0), 1), max(inputs[width], 0), extent: Extent(area))
  }

  /// The colour times the fraction of the pixel between the rounded rectangle and the same one `width` further in;
  /// premultiplied, linear light. Shader: Generator/RoundedRectangleStrokeGenerator.glsl
  ///
  /// Source: elementary geometry; placing the stroke inside the extent is our own choice, because it is the image's
  /// extent.
  package static let formula = ColorFormula(generator: "roundedRectangleStroke") {
    (
      at, color: SIMD4<Float>, center: SIMD2<Float>, half: SIMD2<Float>, radius: Float, exponent: Float, width: Float
    ) in
    let outside = RoundedRectangleGenerator.distance(at, center, half, radius, exponent)
    let ring = RoundedRectangleGenerator.coverage(outside) - RoundedRectangleGenerator.coverage(outside + width)
    return Color(repeating: color) * ring
  }
}
