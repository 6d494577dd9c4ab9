import CoreGraphics

/// A Kochanek–Bartels spline through points of any dimension.
///
/// Source: D. H. U. Kochanek, R. H. Bartels, "Interpolating splines with local tension, continuity, and bias control",
/// SIGGRAPH 1984. At either end, the missing neighbour is replaced by the end point.
package struct Spline: Sendable {
  /// Tension, continuity and bias at a point, each −1...1. With all 0, it is a Catmull–Rom spline.
  package struct Parameters: Hashable, Sendable {
    package var tension = 0.0
    package var continuity = 0.0
    package var bias = 0.0

    package init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
      (self.tension, self.continuity, self.bias) = (tension, continuity, bias)
    }
  }

  /// A cubic Hermite segment, given by the points and tangents at both ends.
  private struct Segment: Sendable {
    let from, to, startTangent, endTangent: [Double]

    func point(_ t: Double) -> [Double] {
      let (t2, t3) = (t * t, t * t * t)
      let weights = SIMD4(2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, 3 * t2 - 2 * t3, t3 - t2)
      return from.indices.map { (SIMD4(from[$0], startTangent[$0], to[$0], endTangent[$0]) * weights).sum() }
    }

    func speed(_ t: Double) -> Double {
      let t2 = t * t
      let weights = SIMD4(6 * t2 - 6 * t, 3 * t2 - 4 * t + 1, 6 * t - 6 * t2, 3 * t2 - 2 * t)
      return from.indices.reduce(0) { sum, k in
        let v = (SIMD4(from[k], startTangent[k], to[k], endTangent[k]) * weights).sum()
        return sum + v * v
      }.squareRoot()
    }

    /// Returns the arc length by Simpson's rule with 64 intervals.
    func length(to end: Double) -> Double {
      let step = end / 64
      return (0..<64).reduce(0) { sum, interval in
        let t = Double(interval) * step
        return sum + (speed(t) + 4 * speed(t + step / 2) + speed(t + step)) * step / 6
      }
    }
  }

  private let segments: [Segment]

  /// - Parameters:
  ///   - points: two or more, all of the same dimension.
  ///   - parameters: one for each point; a missing one is all 0.
  package init(through points: [[Double]], parameters: [Parameters] = []) {
    func values(at index: Int) -> Parameters {
      parameters.indices.contains(index) ? parameters[index] : Parameters()
    }
    /// The tangent at a point: the weighted sum of the differences to the previous and the next point.
    func tangent(_ index: Int, before: Double, after: Double) -> [Double] {
      let (p, previous, next) = (points[index], points[max(index - 1, 0)], points[min(index + 1, points.count - 1)])
      return p.indices.map { before * (p[$0] - previous[$0]) + after * (next[$0] - p[$0]) }
    }
    segments = points.indices.dropLast().map { index in
      let (a, b) = (values(at: index), values(at: index + 1))
      return Segment(
        from: points[index], to: points[index + 1],
        startTangent: tangent(
          index, before: (1 - a.tension) * (1 + a.bias) * (1 + a.continuity) / 2,
          after: (1 - a.tension) * (1 - a.bias) * (1 - a.continuity) / 2),
        endTangent: tangent(
          index + 1, before: (1 - b.tension) * (1 + b.bias) * (1 - b.continuity) / 2,
          after: (1 - b.tension) * (1 - b.bias) * (1 + b.continuity) / 2))
    }
  }

  /// Returns the point at a parameter 0...1 of a segment.
  package func point(segment: Int, parameter: Double) -> [Double] { segments[segment].point(parameter) }

  /// The arc length of each segment.
  package var lengths: [Double] { segments.map { $0.length(to: 1) } }

  /// Returns the point at a fraction of a segment's arc length, by bisection.
  package func point(segment: Int, lengthFraction: Double) -> [Double] {
    let total = segments[segment].length(to: 1)
    guard total > 0, total.isFinite, lengthFraction > 0, lengthFraction < 1 else {
      return point(segment: segment, parameter: min(max(lengthFraction, 0), 1))
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if segments[segment].length(to: middle) < total * lengthFraction { low = middle } else { high = middle }
    }
    return point(segment: segment, parameter: (low + high) / 2)
  }
}
