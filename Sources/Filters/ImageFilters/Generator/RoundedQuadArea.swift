import ImageGraph

/// Rectangles with round corners under a projective map. Not a filter of Core Image.
package struct RoundedQuadArea: Sendable {
  let quad: QuadArea
  let x, y, w: SIMD3<Float>
  let reach: SIMD2<Float>
  let radii: SIMD4<Float>

  /// - Parameters:
  ///   - corners: the mapped corners of the rectangle without rounding; four in a row.
  ///   - x, y, w: rows of the map from pixels to the rectangle's own plane, its middle at 0.
  ///   - reach: half of its width and height there.
  ///   - radii: the corner radii there: lower left, lower right, upper left, upper right; 0 for corners that are not
  ///     round.
  package init(
    _ corners: [SIMD2<Double>], _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ w: SIMD3<Double>, reach: SIMD2<Double>,
    radii: SIMD4<Double>
  ) {
    quad = QuadArea(corners)
    let center = SIMD2<Double>(quad.center)
    func moved(_ row: SIMD3<Double>) -> SIMD3<Double> { [row.x, row.y, row.x * center.x + row.y * center.y + row.z] }
    // Normalized to depth 1 at the centre, which fits the range of floats.
    let rows = (moved(x), moved(y), moved(w))
    let depth = rows.2.z
    self.x = SIMD3<Float>(rows.0 / depth)
    self.y = SIMD3<Float>(rows.1 / depth)
    self.w = SIMD3<Float>(rows.2 / depth)
    (self.reach, self.radii) = (SIMD2<Float>(reach), SIMD4<Float>(radii))
  }

  package func painted(_ color: any FormulaArgument, extent: Extent) -> Node {
    .generated(
      by: Self.formula, color, quad.center, quad.xs, quad.ys, quad.slopes, x, y, w, reach, radii, extent: extent)
  }

  /// The rectangle in one colour, weighted by the area of each pixel that it covers. Premultiplied, in any encoding.
  /// Exact along straight edges. Along arcs, the edge within a pixel is treated as straight and moved by the mean
  /// deviation of the arc. Shader: Generator/RoundedQuadArea.glsl
  ///
  /// Source: a circle's edge is where |q| is the radius; the chain rule gives its distance in pixels, and its curvature
  /// k, whose mean deviation within a pixel is k / 24.
  static let formula = ColorFormula(generator: "roundedQuadArea") {
    (
      at, color: SIMD4<Float>, center: SIMD2<Float>, xs: SIMD4<Float>, ys: SIMD4<Float>, slopes: SIMD4<Float>,
      x: SIMD3<Float>, y: SIMD3<Float>, w: SIMD3<Float>, reach: SIMD2<Float>, radii: SIMD4<Float>
    ) in
    let way = at - center
    let straight = QuadArea.coverage(way, xs, ys, slopes)
    let round = arc(way, (x, y, w), reach, radii)
    return Color(repeating: color) * straight.replacing(with: round.area, where: round.isThere)
  }

  /// Returns the coverage of pixels by arcs, and which pixels are at an arc.
  private static func arc(
    _ way: Point, _ rows: (x: SIMD3<Float>, y: SIMD3<Float>, w: SIMD3<Float>), _ reach: SIMD2<Float>,
    _ radii: SIMD4<Float>
  ) -> (area: Lane, isThere: LaneMask) {
    func row(_ row: SIMD3<Float>) -> Lane { way.x * row.x + way.y * row.y + row.z }
    let depth = row(rows.w)
    let p = Point(row(rows.x) / depth, row(rows.y) / depth)
    let (isLeft, isLow) = (p.x .< 0, p.y .< 0)
    func choice(_ left: Float, _ right: Float) -> Lane {
      Lane(repeating: right).replacing(with: left, where: isLeft)
    }
    let radius = choice(radii.z, radii.w).replacing(with: choice(radii.x, radii.y), where: isLow)
    let q = Point(p.x.magnitude - reach.x + radius, p.y.magnitude - reach.y + radius)
    let isThere = (radius .> 0) .& (q.x .> 0) .& (q.y .> 0)
    func gradient(_ row: SIMD3<Float>, _ value: Lane) -> Point {
      Point((row.x - value * rows.w.x) / depth, (row.y - value * rows.w.y) / depth)
    }
    let (dx, dy) = (gradient(rows.x, p.x), gradient(rows.y, p.y))
    let away = q.length.atLeast(1e-6)
    let (ux, uy) = (q.x / away, q.y / away)
    let slope = dx * ux.replacing(with: -ux, where: isLeft) + dy * uy.replacing(with: -uy, where: isLow)
    let steep = slope.length.atLeast(1e-12)
    let along = Point(-slope.y / steep, slope.x / steep)
    func step(_ d: Point) -> Lane { d.x * along.x + d.y * along.y }
    let bend = (step(dx) * step(dx) + step(dy) * step(dy)) / (24 * radius).atLeast(1e-6)
    let inside = (radius - away - bend) / steep
    return (HalfPlane.area(slope.x.magnitude / steep, slope.y.magnitude / steep, inside: inside), isThere)
  }
}
