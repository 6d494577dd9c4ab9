/// Discs with antialiased edges, for the round corners of layers. Not a filter of Core Image.
package enum DiscArea {
  /// A disc in one colour, weighted by the area of each pixel that it covers. Premultiplied, in any encoding. Within
  /// 0.01 of the exact area for a radius of 5 pixels or more, and within 0.02 from 2 on.
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

  /// Returns the radius argument for a disc of this radius. Within a pixel an edge is treated as straight. The disc's
  /// edge deviates from it by 1 / (24 radius) in the mean, for which this compensates.
  package static func radius(of radius: Double) -> Float { Float(max(radius * radius - 1.0 / 12, 0).squareRoot()) }
}

/// The coverage of pixels by a straight edge.
enum HalfPlane {
  /// Returns the area of a pixel's square on one side of a line.
  ///
  /// - Parameters:
  ///   - x, y: the absolute components of the line's unit normal.
  ///   - inside: the distance of the pixel's centre from the line on that side, in pixels.
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
