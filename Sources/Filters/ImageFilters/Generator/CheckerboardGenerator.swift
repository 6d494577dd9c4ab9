/// CICheckerboardGenerator: squares of two colours; one of the first colour has its lower left corner at the centre.
///
/// Formula: c′ = c_0 " if " ⌊{x - m_x}/{w}⌋ + ⌊{y - m_y}/{w}⌋ " is even, else " c_1
package enum CheckerboardGenerator {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 80, slider: 0...800)

  static let filter = Filter(
    "CICheckerboardGenerator", displayName: "Checkerboard", summary: "Two-colour checkerboard.",
    categories: .extended(.generator), since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [.center, .color0, .color1, width, .fullSharpness], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (width, sharpness) = (inputs[width], min(max(inputs[.fullSharpness], 0), 1))
    guard width > 0 else {
      throw .invalidArgument(
        "CICheckerboardGenerator: inputWidth is \(width); give the side of a square in pixels, above 0")
    }
    // A hard edge has no ramp: full strength everywhere in the square.
    let edge: SIMD2<Float> = sharpness == 1 ? [0, 1] : [1 / (1 - sharpness), 0]
    return Node.generated(
      by: formula, inputs[.color0].working, inputs[.color1].working, SIMD2<Float>(inputs[.center]), width, edge)
  }

  /// color0 and color1 in squares of `width`; premultiplied, linear light. From the edge of a square the strength of
  /// its colour grows from `edge`.y by `edge`.x over half a width, up to 1. Shader:
  /// Generator/CheckerboardGenerator.glsl
  ///
  /// Source: hard edges measured on Core Image, including the positions of the squares; soft ones are our own: linear.
  package static let formula = ColorFormula(generator: "checkerboard") {
    (at, color0: SIMD4<Float>, color1: SIMD4<Float>, center: SIMD2<Float>, width: Float, edge: SIMD2<Float>) in
    let offset = at - center
    let even = strength(offset.x / width, edge) * strength(offset.y / width, edge)
    return mix(Color(repeating: color0), Color(repeating: color1), 0.5 - even * 0.5)
  }

  /// Returns 1 in even squares, -1 in odd ones, less near the edges.
  private static func strength(_ x: Lane, _ edge: SIMD2<Float>) -> Lane {
    let pair = x - (x * 0.5).rounded(.down) * 2
    let within = x - x.rounded(.down)
    let inner = 1 - (within * 2 - 1).magnitude
    let strength = (inner * edge.x + edge.y).atMost(1)
    return strength.replacing(with: -strength, where: pair .>= 1)
  }
}
