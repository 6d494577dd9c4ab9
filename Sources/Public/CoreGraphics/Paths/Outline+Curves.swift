import Foundation

extension Outline.Segment {
  package typealias Point = Outline.Point

  /// Returns the point at the parameter `t`, 0...1.
  package func point(at t: Double) -> Point {
    if isLine { return from + (to - from) * t }
    let s = 1 - t
    let outer = from * (s * s * s) + to * (t * t * t)
    return outer + control1 * (3 * s * s * t) + control2 * (3 * s * t * t)
  }

  /// Returns the derivative at the parameter `t`.
  package func velocity(_ t: Double) -> Point {
    if isLine { return to - from }
    let s = 1 - t
    return (control1 - from) * (3 * s * s) + (control2 - control1) * (6 * s * t) + (to - control2) * (3 * t * t)
  }

  /// Returns the subsegment from `t0` to `t1`.
  package func subsegment(_ t0: Double, _ t1: Double) -> Outline.Segment {
    let (a, b) = (t0 <= 0 ? from : point(at: t0), t1 >= 1 ? to : point(at: t1))
    if isLine { return Outline.Segment(line: a, b) }
    let third = (t1 - t0) / 3
    return Outline.Segment(a, a + velocity(t0) * third, b - velocity(t1) * third, b)
  }

  /// Returns the parameters strictly between 0 and 1 at which a coordinate has a local extremum, in order.
  package func extrema(of coordinate: Int) -> [Double] {
    if isLine { return [] }
    let (p, q, r, s) = (from[coordinate], control1[coordinate], control2[coordinate], to[coordinate])
    let (a, b, c) = (s - 3 * r + 3 * q - p, 2 * (r - 2 * q + p), q - p)
    var roots: [Double] = []
    if abs(a) <= 1e-12 * (abs(b) + abs(c)) {
      if b != 0 { roots = [-c / b] }
    } else {
      let discriminant = b * b - 4 * a * c
      if discriminant >= 0 {
        // Adding values of equal sign avoids cancellation.
        let sum = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
        roots = [sum / a] + (sum == 0 ? [] : [c / sum])
      }
    }
    return roots.filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// Returns the vertices of a polyline after the segment's start, within `tolerance` of the segment; at most 1000.
  ///
  /// Source: G. Wang, "The subdivision method for finding the intersection between two Bézier curves or surfaces",
  /// 1984: the number of subdivisions of a cubic curve, from its second differences.
  package func chords(tolerance: Double) -> [Point] {
    if isLine { return [to] }
    let bend = Swift.max((from - 2 * control1 + control2).length, (control1 - 2 * control2 + to).length)
    let required = (0.75 * bend / tolerance).squareRoot().rounded(.up)
    let count = required.isFinite ? Int(Swift.min(Swift.max(required, 1), 1000)) : 1000
    return (1...count).map { $0 == count ? to : point(at: Double($0) / Double(count)) }
  }

  /// Returns the length from `t0` to `t1`, by five-point Gaussian quadrature on sixteen intervals.
  package func length(_ t0: Double = 0, _ t1: Double = 1) -> Double {
    if isLine { return (to - from).length * (t1 - t0) }
    let parts = Swift.max(1, Int((16 * (t1 - t0)).rounded(.up)))
    let half = (t1 - t0) / Double(2 * parts)
    return (0..<parts).reduce(0) { sum, index in
      let middle = t0 + Double(2 * index + 1) * half
      return gauss.reduce(sum) { $0 + $1.weight * half * velocity(middle + half * $1.node).length }
    }
  }

  /// Returns the parameter at an arc length; 1 if the segment is shorter.
  package func parameter(atLength length: Double) -> Double {
    let total = self.length()
    if length <= 0 || !(total > 0) { return 0 }
    if length >= total { return 1 }
    if isLine { return length / total }
    var (low, high) = (0.0, 1.0)
    var t = length / total
    // Newton's iteration, restricted to the bracketing interval.
    for _ in 0..<40 {
      let error = self.length(0, t) - length
      if abs(error) <= 1e-9 * total { break }
      if error > 0 { high = t } else { low = t }
      let next = t - error / velocity(t).length
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}

/// Gaussian quadrature with five nodes on -1...1 (M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions",
/// 25.4).
private let gauss: [(node: Double, weight: Double)] = [
  (0, 0.568_888_888_888_889), (-0.538_469_310_105_683, 0.478_628_670_499_366),
  (0.538_469_310_105_683, 0.478_628_670_499_366), (-0.906_179_845_938_664, 0.236_926_885_056_189),
  (0.906_179_845_938_664, 0.236_926_885_056_189),
]

extension Outline {
  /// Returns the bounding box of the lines and curves, or of all points including control points; null for an empty
  /// outline.
  package func bounds(withControls: Bool) -> CGRect {
    var (low, high) = (Point(repeating: .infinity), Point(repeating: -.infinity))
    func include(_ p: Point) {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    for subpath in subpaths {
      include(subpath.start)
      for segment in subpath.segments {
        include(segment.to)
        if segment.isLine { continue }
        if withControls { continue }
        for coordinate in 0...1 { for t in segment.extrema(of: coordinate) { include(segment.point(at: t)) } }
      }
    }
    if withControls {
      for element in elements {
        switch element {
        case .quad(let c, _): include(c)
        case .cubic(let c, let d, _):
          include(c)
          include(d)
        case .move, .line, .close: break
        }
      }
    }
    return low.x <= high.x ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .null
  }

  /// Returns the winding number around the point, counter-clockwise positive. Open subpaths are closed implicitly.
  package func winding(around point: Point) -> Int {
    var sum = 0
    for subpath in subpaths {
      var segments = subpath.segments
      if let last = segments.last, last.to != subpath.start { segments.append(Segment(line: last.to, subpath.start)) }
      for segment in segments {
        let cuts = [0] + segment.extrema(of: 1) + [1]
        for (t0, t1) in zip(cuts, cuts.dropFirst()) { sum += segment.crossing(of: point, t0, t1) }
      }
    }
    return sum
  }

  /// Returns polygons within `tolerance` of the outline.
  package func flattened(tolerance: Double) -> [(points: [Point], isClosed: Bool)] {
    subpaths.map { subpath in
      (
        subpath.segments.reduce(into: [subpath.start]) { $0 += $1.chords(tolerance: tolerance) }, subpath.isClosed
      )
    }
  }
}

extension Outline.Segment {
  /// Returns 1 or -1 if a part with monotonic y crosses the ray to the right of the point, upwards or downwards; else
  /// 0.
  fileprivate func crossing(of origin: Point, _ t0: Double, _ t1: Double) -> Int {
    let (y0, y1) = (t0 == 0 ? from.y : point(at: t0).y, t1 == 1 ? to.y : point(at: t1).y)
    guard (y0 <= origin.y) != (y1 <= origin.y) else { return 0 }
    let rises = y1 > y0
    var (low, high) = (t0, t1)
    for _ in 0..<(isLine ? 0 : 60) {
      let middle = (low + high) / 2
      if (point(at: middle).y <= origin.y) == rises { low = middle } else { high = middle }
    }
    let x = isLine ? from.x + (origin.y - from.y) / (to.y - from.y) * (to.x - from.x) : point(at: (low + high) / 2).x
    return x > origin.x ? (rises ? 1 : -1) : 0
  }
}
