import ImageGraph

/// Quadrilaterals whose edges cover parts of pixels: boxes of layers that are turned or seen in perspective. No filter
/// of Core Image's is this.
package struct QuadArea: Sendable {
  /// A whole place near the middle, so that the corners are exact wherever they are.
  let center: SIMD2<Float>
  let xs, ys, slopes: SIMD4<Float>

  /// - Parameter corners: four in a row, either way around.
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

  /// A quadrilateral in one colour: each pixel shows as much of it as the quadrilateral covers of the pixel's square.
  /// Premultiplied, any light. Corners from `center`, with the inside on the left of the way around; slopes dx / dy of
  /// the edge from each corner to the next, 0 where that is level. Shader: Generator/QuadArea.glsl
  static let formula = ColorFormula(generator: "quadArea") {
    (
      at, color: SIMD4<Float>, center: SIMD2<Float>, xs: SIMD4<Float>, ys: SIMD4<Float>, slopes: SIMD4<Float>
    ) in
    Color(repeating: color) * coverage(at - center, xs, ys, slopes)
  }

  /// How much of each pixel's square the quadrilateral covers.
  ///
  /// Source: Green's theorem; along the part of an edge that is as high as the pixel, the mean of what lies left of it
  /// within the pixel, times the height of that part; the sum over all edges is the area. Shader:
  /// Shared/QuadCoverage.glsl
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
