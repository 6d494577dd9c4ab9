import Foundation

/// The pen, caps, joins and dashes of a stroke.
package struct StrokeStyle: Hashable, Sendable {
  /// In units of the pen's plane.
  package var width = 1.0
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  package var miterLimit = 10.0
  package var dashPhase = 0.0
  package var dashes: [Double] = []

  package init() {}
}

extension Outline {
  /// Returns the outline of a stroke, to be filled by the winding rule.
  ///
  /// It consists of overlapping counter-clockwise pieces: a rectangle for each chord, a wedge for each corner, and
  /// caps. So no piece cancels another, however tightly a curve bends.
  package func stroked(_ style: StrokeStyle, tolerance: Double? = nil) -> Outline {
    let radius = style.width / 2
    guard radius > 0, radius.isFinite else { return Outline() }
    let box = bounds(withControls: true)
    guard !box.isNull else { return Outline() }
    let size = Swift.max(box.width, box.height, style.width)
    let tolerance = tolerance ?? Swift.max(size * 1e-9, Swift.min(0.005, size * 1e-4))
    let source = style.dashes.isEmpty ? self : dashed(phase: style.dashPhase, lengths: style.dashes)
    var pen = Pen(radius: radius, style: style, tolerance: tolerance)
    for subpath in source.subpaths { pen.draw(subpath) }
    return pen.covered
  }
}

private struct Pen {
  typealias Point = Outline.Point

  let radius: Double
  let style: StrokeStyle
  let tolerance: Double
  var covered = Outline()

  mutating func draw(_ subpath: Outline.Subpath) {
    // Joins are drawn between segments, but not between the chords of one curve.
    var points = [subpath.start]
    var isCorner = [true]
    for segment in subpath.segments {
      let chords = chords(of: segment)
      for (index, point) in chords.enumerated() where point != points[points.count - 1] {
        points.append(point)
        isCorner.append(index == chords.count - 1)
      }
      isCorner[isCorner.count - 1] = true
    }
    guard points.count > 1 else { return drawDot(subpath) }
    let directions = zip(points, points.dropFirst()).map { ($1 - $0) / ($1 - $0).length }
    for (index, direction) in directions.enumerated() {
      let side = direction.perpendicular * radius
      addPolygon([points[index] - side, points[index + 1] - side, points[index + 1] + side, points[index] + side])
      if index > 0 { joint(at: points[index], directions[index - 1], direction, isCorner: isCorner[index]) }
    }
    if subpath.isClosed {
      joint(at: points[0], directions[directions.count - 1], directions[0], isCorner: true)
    } else {
      cap(at: points[0], -directions[0])
      cap(at: points[points.count - 1], directions[directions.count - 1])
    }
  }

  /// Returns more chords than the curve itself needs if the pen is wide: its edge bends by the same angle at a larger
  /// radius.
  private func chords(of segment: Outline.Segment) -> [Point] {
    if segment.isLine { return [segment.to] }
    let chords = segment.chords(tolerance: tolerance)
    let angle = 2 * acos(Swift.max(0.5, 1 - tolerance / Swift.max(radius, tolerance)))
    let polygon = [segment.control1 - segment.from, segment.control2 - segment.control1, segment.to - segment.control2]
    let bend = zip(polygon, polygon.dropFirst()).reduce(0.0) { sum, pair in
      sum + abs(atan2(pair.0.x * pair.1.y - pair.0.y * pair.1.x, (pair.0 * pair.1).sum()))
    }
    let count = Swift.min(Int((2 * bend / angle).rounded(.up)), 1000)
    return count <= chords.count ? chords : (1...count).map { segment.point(at: Double($0) / Double(count)) }
  }

  private mutating func joint(at point: Point, _ before: Point, _ after: Point, isCorner: Bool) {
    let cross = before.x * after.y - before.y * after.x
    let cosine = (before * after).sum()
    guard abs(cross) > 1e-12 || cosine < 0 else { return }
    if isCorner, style.join == .round { return addCircle(point) }
    // The outer side is to the right of a left turn.
    let sign = cross > 0 ? -1.0 : 1.0
    let (from, to) = (point + before.perpendicular * (radius * sign), point + after.perpendicular * (radius * sign))
    var corner = [point, from]
    // The sine of half of the angle between the edges is 1 / (miter length / line width).
    let halfSine = Swift.max(0, (1 + cosine) / 2).squareRoot()
    if isCorner, style.join == .miter, halfSine * style.miterLimit >= 1 {
      let middle = before.perpendicular + after.perpendicular
      corner.append(point + middle / middle.length * (radius * sign / halfSine))
    }
    corner.append(to)
    addPolygon(corner)
  }

  private mutating func cap(at point: Point, _ outward: Point) {
    switch style.cap {
    case .butt: break
    case .round: addCircle(point)
    case .square:
      let side = outward.perpendicular * radius
      let far = point + outward * radius
      addPolygon([point - side, far - side, far + side, point + side])
    }
  }

  /// Draws the caps of a subpath of length zero, if it has a line or is closed.
  private mutating func drawDot(_ subpath: Outline.Subpath) {
    guard subpath.isClosed || !subpath.segments.isEmpty else { return }
    switch style.cap {
    case .butt: break
    case .round: addCircle(subpath.start)
    case .square:
      covered.addRect(
        CGRect(x: subpath.start.x - radius, y: subpath.start.y - radius, width: 2 * radius, height: 2 * radius))
    }
  }

  private mutating func addCircle(_ center: Point) {
    covered.addEllipse(
      in: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }

  private mutating func addPolygon(_ points: [Point]) {
    let area = points.indices.reduce(0.0) { sum, index in
      let (p, q) = (points[index] - points[0], points[(index + 1) % points.count] - points[0])
      return sum + p.x * q.y - p.y * q.x
    }
    let ordered = area < 0 ? points.reversed() : points
    covered.move(to: ordered[0])
    for point in ordered.dropFirst() { covered.line(to: point) }
    covered.close()
  }
}
