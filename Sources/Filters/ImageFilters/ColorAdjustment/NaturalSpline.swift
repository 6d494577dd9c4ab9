/// A natural cubic spline: cubics with equal first and second derivatives at the joins, and second derivative 0 at both
/// ends.
///
/// Source: de Boor, A Practical Guide to Splines, chapter IV: the tridiagonal system for the second derivatives.
struct NaturalSpline {
  /// The x coordinates of the points, ascending.
  let x: [Double]
  /// The coefficients of each segment, the constant first, in the distance from the segment's first point.
  let parts: [SIMD4<Double>]
  let endSlope: Double
  var startSlope: Double { parts[0].y }

  /// - Parameter points: finite, in any order; of points with equal x, the later one is moved by a millionth.
  init(_ points: [SIMD2<Double>]) {
    let sorted = points.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }.map(\.element)
    var x = sorted.map(\.x)
    let y = sorted.map(\.y)
    for index in 1..<x.count { x[index] = max(x[index], x[index - 1] + 1e-6) }
    let width = zip(x.dropFirst(), x).map { $0 - $1 }
    let rise = zip(y.dropFirst(), y).map { $0 - $1 }
    let slope = zip(rise, width).map { $0 / $1 }

    // Elimination downwards, then upwards; the first and the last second derivative are 0.
    var bend = [Double](repeating: 0, count: x.count)
    var pivot = bend
    for index in 1..<x.count - 1 {
      let factor: Double = index == 1 ? 0 : width[index - 1] / pivot[index - 1]
      pivot[index] = 2 * (width[index - 1] + width[index]) - factor * width[index - 1]
      bend[index] = 6 * (slope[index] - slope[index - 1]) - factor * bend[index - 1]
    }
    for index in (1..<x.count - 1).reversed() {
      bend[index] = (bend[index] - width[index] * bend[index + 1]) / pivot[index]
    }

    parts = width.indices.map { (i: Int) -> SIMD4<Double> in
      let start: Double = slope[i] - width[i] * (2 * bend[i] + bend[i + 1]) / 6
      let turn: Double = (bend[i + 1] - bend[i]) / (6 * width[i])
      return SIMD4(y[i], start, bend[i] / 2, turn)
    }
    let last = width.count - 1
    endSlope = slope[last] + width[last] * (bend[last] + 2 * bend[last + 1]) / 6
    self.x = x
  }
}
