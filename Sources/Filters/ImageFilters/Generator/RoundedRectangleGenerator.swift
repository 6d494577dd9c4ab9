/// CIRoundedRectangleGenerator: a rectangle of one colour with round corners.
///
/// Formula: c′ = colour · coverage(p), ({|x|}/{r})^n + ({|y|}/{r})^n ≤ 1 " at the corners"
package enum RoundedRectangleGenerator {
  static let filter = Filter(
    "CIRoundedRectangleGenerator", summary: "Solid rounded rectangle, optionally with continuous corners.",
    categories: [.builtIn, .generator, .highDynamicRange, .stillImage], since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [.shapeExtent, .blurRadius, .smoothness, .color], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let area = inputs[.shapeExtent]
    guard area.isFinite else { throw .invalidArgument("CIRoundedRectangleGenerator: inputExtent must be finite") }
    let half = area.size / 2
    let radius = min(max(Double(inputs[.blurRadius]), 0), half.min())
    return Node.generated(
      by: formula, inputs[.color].working, SIMD2<Float>(area.center), SIMD2<Float>(half), Float(radius),
      2 + 2 * min(max(inputs[.smoothness], 0), 1), extent: Extent(area))
  }

  /// The colour times the fraction of the pixel inside; premultiplied, linear light. Corners are superellipses of this
  /// exponent, 2 for circles. Shader: Generator/RoundedRectangleGenerator.glsl
  ///
  /// Source: the distance to a rounded box is elementary geometry; the effect of smoothness above 0 is our own:
  /// exponents up to 4.
  package static let formula = ColorFormula(generator: "roundedRectangle") {
    (at, color: SIMD4<Float>, center: SIMD2<Float>, half: SIMD2<Float>, radius: Float, exponent: Float) in
    let outside = distance(at, center, half, radius, exponent)
    return Color(repeating: color) * coverage(outside)
  }

  /// Returns the coverage of a pixel, by the distance of its centre from the edge.
  ///
  /// Source: measured on Core Image, to 1/255: 0 half a pixel outside, 1 a sixth of a pixel inside, linear between.
  static func coverage(_ outside: Lane) -> Lane { (0.75 - 1.5 * outside).limited(to: 0, 1) }

  /// Returns the signed distance of a point from a rounded rectangle, in pixels; negative inside.
  static func distance(
    _ at: Point, _ center: SIMD2<Float>, _ half: SIMD2<Float>, _ radius: Float, _ exponent: Float
  ) -> Lane {
    let way = at - center
    let (x, y) = (way.x.magnitude - (half.x - radius), way.y.magnitude - (half.y - radius))
    let sum = x.atLeast(0).exactPower(exponent) + y.atLeast(0).exactPower(exponent)
    return greatest(x, y).atMost(0) + sum.exactPower(1 / exponent) - radius
  }
}
