import Foundation

extension Outline.Segment {
  package typealias Point = Outline.Point

  /// The place at `t` of 0...1.
  package func place(_ t: Double) -> Point {
    if isLine { return from + (to - from) * t }
    let s = 1 - t
    let outer = from * (s * s * s) + to * (t * t * t)
    return outer + control1 * (3 * s * s * t) + control2 * (3 * s * t * t)
  }

  /// The change of place with `t`.
  package func velocity(_ t: Double) -> Point {
    if isLine { return to - from }
    let s = 1 - t
    return (control1 - from) * (3 * s * s) + (control2 - control1) * (6 * s * t) + (to - control2) * (3 * t * t)
  }

  /// The part from `t0` to `t1`.
  package func part(_ t0: Double, _ t1: Double) -> Outline.Segment {
    let (a, b) = (t0 <= 0 ? from : place(t0), t1 >= 1 ? to : place(t1))
    if isLine { return Outline.Segment(line: a, b) }
    let third = (t1 - t0) / 3
    return Outline.Segment(a, a + velocity(t0) * third, b - velocity(t1) * third, b)
  }

  /// Where one coordinate turns back, in order, strictly between 0 and 1.
  package func turns(_ coordinate: Int) -> [Double] {
    if isLine { return [] }
    let (p, q, r, s) = (from[coordinate], control1[coordinate], control2[coordinate], to[coordinate])
    let (a, b, c) = (s - 3 * r + 3 * q - p, 2 * (r - 2 * q + p), q - p)
    var found: [Double] = []
    if abs(a) <= 1e-12 * (abs(b) + abs(c)) {
      if b != 0 { found = [-c / b] }
    } else {
      let discriminant = b * b - 4 * a * c
      if discriminant >= 0 {
        // The sum of equal signs loses no digits.
        let sum = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
        found = [sum / a] + (sum == 0 ? [] : [c / sum])
      }
    }
    return found.filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// Places along the segment after its beginning, no chord farther from it than `tolerance`; a thousand at most.
  ///
  /// Source: G. Wang, "The subdivision method for finding the intersection between two Bézier curves or surfaces",
  /// 1984: how often a curve of degree three has to be cut, from its second differences.
  package func chords(tolerance: Double) -> [Point] {
    if isLine { return [to] }
    let bend = Swift.max((from - 2 * control1 + control2).length, (control1 - 2 * control2 + to).length)
    let wanted = (0.75 * bend / tolerance).squareRoot().rounded(.up)
    let count = wanted.isFinite ? Int(Swift.min(Swift.max(wanted, 1), 1000)) : 1000
    return (1...count).map { $0 == count ? to : place(Double($0) / Double(count)) }
  }

  /// The length from `t0` to `t1`, by Gauss's rule of five points in sixteen parts.
  package func length(_ t0: Double = 0, _ t1: Double = 1) -> Double {
    if isLine { return (to - from).length * (t1 - t0) }
    let parts = Swift.max(1, Int((16 * (t1 - t0)).rounded(.up)))
    let half = (t1 - t0) / Double(2 * parts)
    return (0..<parts).reduce(0) { sum, index in
      let middle = t0 + Double(2 * index + 1) * half
      return gauss.reduce(sum) { $0 + $1.weight * half * velocity(middle + half * $1.place).length }
    }
  }

  /// How far along `t` one gets by a length; 1 when the segment is shorter.
  package func parameter(atLength length: Double) -> Double {
    let whole = self.length()
    if length <= 0 || !(whole > 0) { return 0 }
    if length >= whole { return 1 }
    if isLine { return length / whole }
    var (low, high) = (0.0, 1.0)
    var t = length / whole
    // Newton's steps, kept between what is known to lie below and above.
    for _ in 0..<40 {
      let error = self.length(0, t) - length
      if abs(error) <= 1e-9 * whole { break }
      if error > 0 { high = t } else { low = t }
      let next = t - error / velocity(t).length
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}

/// Gauss's rule with five points on -1...1 (M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 25.4).
private let gauss: [(place: Double, weight: Double)] = [
  (0, 0.568_888_888_888_889), (-0.538_469_310_105_683, 0.478_628_670_499_366),
  (0.538_469_310_105_683, 0.478_628_670_499_366), (-0.906_179_845_938_664, 0.236_926_885_056_189),
  (0.906_179_845_938_664, 0.236_926_885_056_189),
]

extension Outline {
  /// The smallest rectangle around the lines and curves, or with their control points around those as well; null when
  /// there is nothing.
  package func bounds(withControls: Bool) -> CGRect {
    var (low, high) = (Point(repeating: .infinity), Point(repeating: -.infinity))
    func meet(_ p: Point) {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    for subpath in subpaths {
      meet(subpath.start)
      for segment in subpath.segments {
        meet(segment.to)
        if segment.isLine { continue }
        if withControls { continue }
        for coordinate in 0...1 { for t in segment.turns(coordinate) { meet(segment.place(t)) } }
      }
    }
    if withControls {
      for element in elements {
        switch element {
        case .quad(let c, _): meet(c)
        case .cubic(let c, let d, _):
          meet(c)
          meet(d)
        case .move, .line, .close: break
        }
      }
    }
    return low.x <= high.x ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .null
  }

  /// How often the outline goes round the point, counter-clockwise positive, open subpaths taken as closed.
  package func winding(around point: Point) -> Int {
    var sum = 0
    for subpath in subpaths {
      var segments = subpath.segments
      if let last = segments.last, last.to != subpath.start { segments.append(Segment(line: last.to, subpath.start)) }
      for segment in segments {
        let cuts = [0] + segment.turns(1) + [1]
        for (t0, t1) in zip(cuts, cuts.dropFirst()) { sum += segment.crossing(of: point, t0, t1) }
      }
    }
    return sum
  }

  /// Polygons, no edge farther from the outline than `tolerance`.
  package func flattened(tolerance: Double) -> [(points: [Point], isClosed: Bool)] {
    subpaths.map { subpath in
      (
        subpath.segments.reduce(into: [subpath.start]) { $0 += $1.chords(tolerance: tolerance) }, subpath.isClosed
      )
    }
  }
}

extension Outline.Segment {
  /// 1 or -1 where a part without turns of y crosses the ray to the right of the point, upwards or downwards.
  fileprivate func crossing(of point: Point, _ t0: Double, _ t1: Double) -> Int {
    let (y0, y1) = (t0 == 0 ? from.y : place(t0).y, t1 == 1 ? to.y : place(t1).y)
    guard (y0 <= point.y) != (y1 <= point.y) else { return 0 }
    let rises = y1 > y0
    var (low, high) = (t0, t1)
    for _ in 0..<(isLine ? 0 : 60) {
      let middle = (low + high) / 2
      if (place(middle).y <= point.y) == rises { low = middle } else { high = middle }
    }
    let x = isLine ? from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x) : place((low + high) / 2).x
    return x > point.x ? (rises ? 1 : -1) : 0
  }
}
