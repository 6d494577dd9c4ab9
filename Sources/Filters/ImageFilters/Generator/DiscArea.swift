/// Discs whose edges cover parts of pixels: round corners of layers. No filter of Core Image's is this.
package enum DiscArea {
  /// A disc in one colour: each pixel shows as much of it as the disc covers of the pixel's square. Premultiplied, any
  /// light. Within 0.01 of the area where the radius is 5 pixels or more, and within 0.02 from 2 on.
  ///
  /// - Parameter radius: see `radius(of:)`.
  ///
  /// Source: the area of a unit square on one side of a line. Shader: Generator/DiscArea.glsl
  package static let formula = ColorFormula(generator: "discArea") {
    (at, color: SIMD4<Float>, center: SIMD2<Float>, radius: Float) in
    let way = at - center
    let away = way.length
    let isMiddle = away .== 0
    let some = away.replacing(with: 1, where: isMiddle)
    let x = (way.x.magnitude / some).replacing(with: 1, where: isMiddle)
    return Color(repeating: color) * HalfPlane.area(x, way.y.magnitude / some, inside: radius - away)
  }

  /// The radius to give for a disc of this one. Within a pixel an edge counts as straight; the disc's bends away from
  /// it, by 1 / (24 radius) in the mean.
  package static func radius(of radius: Double) -> Float { Float(max(radius * radius - 1.0 / 12, 0).squareRoot()) }
}

/// What a straight edge covers of pixels.
enum HalfPlane {
  /// How much of a pixel's square lies on one side of a line.
  ///
  /// - Parameters:
  ///   - x, y: across the line, together of length 1, both made positive.
  ///   - inside: how far the pixel's centre lies on that side, pixels.
  ///
  /// Source: a trapezoid up to (a - b) / 2 from the centre, a square less a triangle up to (a + b) / 2, with a the
  /// larger of x and y. Shader: Shared/HalfPlane.glsl
  static func area(_ x: Lane, _ y: Lane, inside: Lane) -> Lane {
    let (a, b) = (pointwiseMax(x, y), pointwiseMin(x, y))
    let left = (0.5 * (a + b) - inside.magnitude).limited(to: 0, .infinity)
    let corner = left * left / pointwiseMax(2 * a * b, Lane(repeating: 1e-6))
    let cut = corner.replacing(with: 0.5 - inside.magnitude / a, where: inside.magnitude .<= 0.5 * (a - b))
    return cut.replacing(with: 1 - cut, where: inside .> 0)
  }
}
