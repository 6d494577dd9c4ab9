import CoreGraphics

/// A smooth way through points of any number of coordinates.
///
/// Source: D. H. U. Kochanek, R. H. Bartels, "Interpolating splines with local tension, continuity, and bias control",
/// SIGGRAPH 1984. Where a neighbour is missing, the end stands in for it.
package struct Spline: Sendable {
  /// How the way bends at a point, each −1...1; all 0 is the way of Catmull and Rom.
  package struct Bend: Hashable, Sendable {
    package var tension = 0.0
    package var continuity = 0.0
    package var bias = 0.0

    package init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
      (self.tension, self.continuity, self.bias) = (tension, continuity, bias)
    }
  }

  /// From one point to the next, by Hermite's four: places and directions at both ends.
  private struct Piece: Sendable {
    let from, to, leaving, arriving: [Double]

    func place(_ t: Double) -> [Double] {
      let (t2, t3) = (t * t, t * t * t)
      let weights = SIMD4(2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, 3 * t2 - 2 * t3, t3 - t2)
      return from.indices.map { (SIMD4(from[$0], leaving[$0], to[$0], arriving[$0]) * weights).sum() }
    }

    func speed(_ t: Double) -> Double {
      let t2 = t * t
      let weights = SIMD4(6 * t2 - 6 * t, 3 * t2 - 4 * t + 1, 6 * t - 6 * t2, 3 * t2 - 2 * t)
      return from.indices.reduce(0) { sum, k in
        let v = (SIMD4(from[k], leaving[k], to[k], arriving[k]) * weights).sum()
        return sum + v * v
      }.squareRoot()
    }

    /// By Simpson's rule in 64 parts.
    func length(to end: Double) -> Double {
      let step = end / 64
      return (0..<64).reduce(0) { sum, part in
        let t = Double(part) * step
        return sum + (speed(t) + 4 * speed(t + step / 2) + speed(t + step)) * step / 6
      }
    }
  }

  private let pieces: [Piece]

  /// - Parameters:
  ///   - points: two or more, each of as many coordinates.
  ///   - bends: one for each point; a missing one has no tension, continuity or bias.
  package init(through points: [[Double]], bends: [Bend] = []) {
    func bend(_ index: Int) -> Bend { bends.indices.contains(index) ? bends[index] : Bend() }
    /// The direction at a point: what is before it and what comes after, each by its weight.
    func direction(_ index: Int, before: Double, after: Double) -> [Double] {
      let (p, last, next) = (points[index], points[max(index - 1, 0)], points[min(index + 1, points.count - 1)])
      return p.indices.map { before * (p[$0] - last[$0]) + after * (next[$0] - p[$0]) }
    }
    pieces = points.indices.dropLast().map { index in
      let (a, b) = (bend(index), bend(index + 1))
      return Piece(
        from: points[index], to: points[index + 1],
        leaving: direction(
          index, before: (1 - a.tension) * (1 + a.bias) * (1 + a.continuity) / 2,
          after: (1 - a.tension) * (1 - a.bias) * (1 - a.continuity) / 2),
        arriving: direction(
          index + 1, before: (1 - b.tension) * (1 + b.bias) * (1 - b.continuity) / 2,
          after: (1 - b.tension) * (1 - b.bias) * (1 + b.continuity) / 2))
    }
  }

  /// The place on a piece, `part` of its parameter into it.
  package func place(piece: Int, part: Double) -> [Double] { pieces[piece].place(part) }

  /// The length of each piece.
  package var lengths: [Double] { pieces.map { $0.length(to: 1) } }

  /// The place that is `part` of a piece's length into it: found by halves, as lengths only grow.
  package func place(piece: Int, lengthPart: Double) -> [Double] {
    let whole = pieces[piece].length(to: 1)
    guard whole > 0, whole.isFinite, lengthPart > 0, lengthPart < 1 else {
      return place(piece: piece, part: min(max(lengthPart, 0), 1))
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if pieces[piece].length(to: middle) < whole * lengthPart { low = middle } else { high = middle }
    }
    return place(piece: piece, part: (low + high) / 2)
  }
}
