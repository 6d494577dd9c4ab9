import ImageGraph

/// Quadrilaterals with antialiased edges: the boxes of layers that are rotated or in perspective. Not a filter of Core
/// Image.
package struct QuadArea: Sendable {
  /// The origin of the corners: whole coordinates near the middle, so that the corners are precise at any distance from
  /// 0.
  let center: SIMD2<Float>
  let xs, ys, slopes: SIMD4<Float>

  /// - Parameter corners: four in a row, in either winding.
  package init(_ corners: [SIMD2<Double>]) {
    let sum = corners.reduce(SIMD2<Double>.zero) { $0 + $1 }
    let middle = (sum / 4).rounded(.toNearestOrEven)
    var local = corners.map { $0 - middle }
    let doubleArea = local.indices.reduce(0.0) { sum, index in
      let (a, b) = (local[index], local[(index + 1) % 4])
      return sum + a.x * b.y - b.x * a.y
    }
    if doubleArea < 0 { local.reverse() }
    center = SIMD2<Float>(middle)
    var (xs, ys, slopes) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    for index in 0..<4 {
      let (corner, way) = (local[index], local[(index + 1) % 4] - local[index])
      (xs[index], ys[index]) = (Float(corner.x), Float(corner.y))
      let slope = Float(way.x / way.y)
      slopes[index] = slope.isFinite ? slope : 0
    }
    (self.xs, self.ys, self.slopes) = (xs, ys, slopes)
  }

  package func painted(_ color: any FormulaArgument, extent: Extent) -> Node {
    .generated(by: Self.formula, color, center, xs, ys, slopes, extent: extent)
  }

  /// A quadrilateral in one colour, weighted by the area of each pixel that it covers. Premultiplied, in any encoding.
  /// Corners are relative to `center`, counterclockwise; slopes are dx / dy of the edge from each corner to the next, 0
  /// for a level edge. Shader: Generator/QuadArea.glsl
  static let formula = ColorFormula(generator: "quadArea") {
    (
      at, color: SIMD4<Float>, center: SIMD2<Float>, xs: SIMD4<Float>, ys: SIMD4<Float>, slopes: SIMD4<Float>
    ) in
    Color(repeating: color) * coverage(at - center, xs, ys, slopes)
  }

  /// Returns the area of each pixel's square that the quadrilateral covers.
  ///
  /// Source: Green's theorem; for the part of an edge within the pixel's rows, the mean width to its left within the
  /// pixel, times the height of that part; the sum over all edges is the area. Shader: Shared/QuadCoverage.glsl
  static func coverage(_ at: Point, _ xs: SIMD4<Float>, _ ys: SIMD4<Float>, _ slopes: SIMD4<Float>) -> Lane {
    var area = Lane.zero
    for index in 0..<4 {
      let (x, y) = (xs[index] - at.x + 0.5, ys[index] - at.y)
      let from = y.limited(to: -0.5, 0.5)
      let to = (ys[(index + 1) & 3] - at.y).limited(to: -0.5, 0.5)
      let (a, b) = (x + (from - y) * slopes[index], x + (to - y) * slopes[index])
      let (low, high) = (pointwiseMin(a, b), pointwiseMax(a, b))
      let (lower, higher) = (low.limited(to: 0, 1), high.limited(to: 0, 1))
      let sum = (higher - lower) * (higher + lower) * 0.5 + high.atLeast(1) - low.atLeast(1)
      let width = high - low
      let mean = higher.replacing(with: sum / width.atLeast(1e-6), where: width .> 1e-6)
      area += (to - from) * mean
    }
    return area.limited(to: 0, 1)
  }
}
