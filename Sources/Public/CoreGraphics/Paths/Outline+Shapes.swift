import Foundation

/// The distance of the control points of a quarter circle from its ends, as a fraction of the radius. The curve then
/// meets the circle in its middle, with an error of at most 0.03 % of the radius elsewhere.
private let quarter = 4.0 / 3 * (2.0.squareRoot() - 1)

extension Outline {
  /// Adds a closed rectangle from the origin along x first. The null rectangle adds nothing.
  package mutating func addRect(_ rect: CGRect) {
    guard !rect.isNull else { return }
    let (low, high) = Self.corners(rect)
    move(to: low)
    line(to: Point(high.x, low.y))
    line(to: high)
    line(to: Point(low.x, high.y))
    close()
  }

  /// Adds a closed ellipse, counter-clockwise from the middle of the right side, with y pointing up.
  package mutating func addEllipse(in rect: CGRect) {
    addRoundedRect(rect, rx: .infinity, ry: .infinity)
  }

  /// Adds a closed rounded rectangle, counter-clockwise from the middle of the right side. Radii are limited to half of
  /// the sides.
  package mutating func addRoundedRect(_ rect: CGRect, rx: Double, ry: Double) {
    guard !rect.isNull, !rx.isNaN, !ry.isNaN else { return }
    let (low, high) = Self.corners(rect)
    let half = (high - low) / 2
    let middle = low + half
    let radius = Point(Swift.min(Swift.max(rx, 0), half.x), Swift.min(Swift.max(ry, 0), half.y))
    guard radius.x > 0, radius.y > 0 else { return addRect(rect) }
    let straight = radius.y < half.y
    let level = radius.x < half.x
    let bend = radius * quarter
    move(to: Point(high.x, middle.y))
    if straight { line(to: Point(high.x, high.y - radius.y)) }
    cubic(
      to: Point(high.x - radius.x, high.y), Point(high.x, high.y - radius.y + bend.y),
      Point(high.x - radius.x + bend.x, high.y))
    if level { line(to: Point(low.x + radius.x, high.y)) }
    cubic(
      to: Point(low.x, high.y - radius.y), Point(low.x + radius.x - bend.x, high.y),
      Point(low.x, high.y - radius.y + bend.y))
    if straight { line(to: Point(low.x, low.y + radius.y)) }
    cubic(
      to: Point(low.x + radius.x, low.y), Point(low.x, low.y + radius.y - bend.y),
      Point(low.x + radius.x - bend.x, low.y))
    if level { line(to: Point(high.x - radius.x, low.y)) }
    cubic(
      to: Point(high.x, low.y + radius.y), Point(high.x - radius.x + bend.x, low.y),
      Point(high.x, low.y + radius.y - bend.y))
    close()
  }

  /// Adds an arc of a circle. If there is a current point, a line connects it with the start of the arc.
  ///
  /// - Parameter sweep: radians, positive is counter-clockwise with y pointing up; clamped to 64 turns.
  package mutating func addArc(center: Point, radius: Double, start: Double, sweep: Double, map: CGAffineTransform) {
    guard radius.isFinite, radius >= 0, start.isFinite, sweep.isFinite, center.x.isFinite, center.y.isFinite else {
      return
    }
    let sweep = Swift.min(Swift.max(sweep, -128 * .pi), 128 * .pi)
    func point(at angle: Double) -> Point { center + radius * Point(cos(angle), sin(angle)) }
    func direction(_ angle: Double) -> Point { radius * Point(-sin(angle), cos(angle)) }
    let first = map.applied(point(at: start))
    if current == nil { move(to: first) } else if current != first { line(to: first) }
    let count = Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up))
    guard count > 0 else { return }
    let step = sweep / Double(count)
    let bend = 4.0 / 3 * tan(step / 4)
    for index in 0..<count {
      let (from, to) = (start + Double(index) * step, start + Double(index + 1) * step)
      cubic(
        to: map.applied(point(at: to)), map.applied(point(at: from) + bend * direction(from)),
        map.applied(point(at: to) - bend * direction(to)))
    }
  }

  /// Returns the sweep from one angle to another in a direction; a full turn if they differ by that much or more.
  package static func sweep(from start: Double, to end: Double, clockwise: Bool) -> Double {
    let turn = 2 * Double.pi
    let difference = end - start
    guard difference.isFinite else { return .nan }
    if abs(difference) >= turn - 1e-12 { return clockwise ? -turn : turn }
    if clockwise { return difference > 0 ? difference - turn : difference }
    return difference < 0 ? difference + turn : difference
  }

  /// Adds an arc tangent to the lines from the current point to `corner` and from there to `end`, and a line to its
  /// start.
  package mutating func addArc(corner: Point, end: Point, radius: Double, map: CGAffineTransform) {
    guard let current, radius.isFinite else { return }
    // The current point is already in the plane of the outline, unlike the other points.
    let from = map.inverted().applied(current)
    let (a, b) = (from - corner, end - corner)
    let (lengthA, lengthB) = (a.length, b.length)
    guard radius > 0, lengthA > 0, lengthB > 0 else { return line(to: map.applied(corner)) }
    let (u, v) = (a / lengthA, b / lengthB)
    let cross = u.x * v.y - u.y * v.x
    let cosine = Swift.min(Swift.max((u * v).sum(), -1), 1)
    guard abs(cross) > 1e-12 else { return line(to: map.applied(corner)) }
    let half = acos(cosine) / 2
    let distance = radius / tan(half)
    let middle = u + v
    let center = corner + middle / middle.length * (radius / sin(half))
    let (first, last) = (corner + u * distance - center, corner + v * distance - center)
    let start = atan2(first.y, first.x)
    let sweep = Self.sweep(from: start, to: atan2(last.y, last.x), clockwise: cross > 0)
    addArc(center: center, radius: radius, start: start, sweep: sweep, map: map)
  }

  /// Returns both corners, the lower first, clamped to the coordinates of an outline.
  private static func corners(_ rect: CGRect) -> (low: Point, high: Point) {
    if rect.isInfinite { return (Point(repeating: -maximumCoordinate), Point(repeating: maximumCoordinate)) }
    let standard = rect.standardized
    return (standard.origin.vector, Point(standard.maxX, standard.maxY))
  }
}

extension SIMD2<Double> {
  package var length: Double { (self * self).sum().squareRoot() }
  /// The vector rotated counter-clockwise by a quarter turn, with y pointing up.
  package var perpendicular: SIMD2<Double> { SIMD2(-y, x) }
}
