/// CIStripesGenerator: vertical stripes of two colours; the second starts at the centre, to the right.
///
/// Formula: c′ = c_1 " if " ⌊{x - m_x}/{w}⌋ " is even, else " c_0
package enum StripesGenerator {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 80, slider: 0...800)

  static let filter = Filter(
    "CIStripesGenerator", displayName: "Stripes", summary: "Two-colour vertical stripes.",
    categories: .extended(.generator), since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [.center, .color0, .color1, width, .fullSharpness], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (width, sharpness) = (inputs[width], min(max(inputs[.fullSharpness], 0), 1))
    guard width > 0 else {
      throw .invalidArgument(
        "CIStripesGenerator: inputWidth is \(width); give the width of a stripe in pixels, above 0")
    }
    // A hard edge has no ramp: full strength everywhere in the stripe.
    let edge: SIMD2<Float> = sharpness == 1 ? [0, 1] : [1 / (1 - sharpness), 0]
    return Node.generated(
      by: formula, inputs[.color0].working, inputs[.color1].working, Float(inputs[.center].x), width, edge)
  }

  /// color0 and color1 in stripes of `width`; premultiplied, linear light. From the edge of a stripe the strength of
  /// its colour grows from `edge`.y by `edge`.x over half a width, up to 1. Shader: Generator/StripesGenerator.glsl
  ///
  /// Source: hard edges measured on Core Image, including the positions of the stripes; soft ones are our own, as in
  /// the checkerboard.
  package static let formula = ColorFormula(generator: "stripes") {
    (at, color0: SIMD4<Float>, color1: SIMD4<Float>, start: Float, width: Float, edge: SIMD2<Float>) in
    let x = (at.x - start) / width
    let pair = x - (x * 0.5).rounded(.down) * 2
    let inner = 1 - ((x - x.rounded(.down)) * 2 - 1).magnitude
    let strength = (inner * edge.x + edge.y).atMost(1)
    let even = strength.replacing(with: -strength, where: pair .>= 1)
    return mix(Color(repeating: color0), Color(repeating: color1), 0.5 + even * 0.5)
  }
}
