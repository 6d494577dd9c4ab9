import Foundation

/// Lines and curves as a value: what a `CGPath` holds, what display lists keep and what cairo is given.
///
/// Coordinates are in whatever plane the owner says. They are finite: steps that are told a NaN or an infinite place do
/// nothing, and places farther than ``farthest`` are brought there, so that products of a few of them stay finite.
package struct Outline: Hashable, Sendable {
  package typealias Point = SIMD2<Double>

  package enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quad(Point, Point)
    case cubic(Point, Point, Point)
    case close
  }

  /// Up to where the places of an outline reach from the origin.
  package static let farthest = 1e60

  package private(set) var elements: [Element] = []
  /// Where the next line begins; nil at first.
  package private(set) var current: Point?
  private var start: Point = .zero

  package init() {}

  package var isEmpty: Bool { elements.isEmpty }

  /// Begins a subpath.
  package mutating func move(to point: Point) {
    guard let point = Self.kept(point) else { return }
    elements.append(.move(point))
    (start, current) = (point, point)
  }

  /// Nothing without a place to begin at; so do the curves.
  package mutating func line(to point: Point) {
    guard current != nil, let point = Self.kept(point) else { return }
    elements.append(.line(point))
    current = point
  }

  package mutating func quad(to point: Point, control: Point) {
    guard current != nil, let point = Self.kept(point), let control = Self.kept(control) else { return }
    elements.append(.quad(control, point))
    current = point
  }

  package mutating func cubic(to point: Point, _ control1: Point, _ control2: Point) {
    guard current != nil, let point = Self.kept(point), let control1 = Self.kept(control1),
      let control2 = Self.kept(control2)
    else { return }
    elements.append(.cubic(control1, control2, point))
    current = point
  }

  /// A line back to where the subpath began, which is where the next one begins unless it moves.
  package mutating func close() {
    guard current != nil, elements.last != .close else { return }
    elements.append(.close)
    current = start
  }

  package mutating func append(_ other: Outline) {
    guard !other.isEmpty else { return }
    elements += other.elements
    (start, current) = (other.start, other.current)
  }

  /// The outline under a map; a map that is not finite gives an empty one.
  package func mapped(by map: CGAffineTransform) -> Outline {
    if map.isIdentity { return self }
    var result = Outline()
    result.elements.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .move(let p): result.move(to: map.applied(p))
      case .line(let p): result.line(to: map.applied(p))
      case .quad(let c, let p): result.quad(to: map.applied(p), control: map.applied(c))
      case .cubic(let c, let d, let p): result.cubic(to: map.applied(p), map.applied(c), map.applied(d))
      case .close: result.close()
      }
    }
    return result
  }

  private static func kept(_ point: Point) -> Point? {
    point.x.isFinite && point.y.isFinite
      ? point.clamped(lowerBound: Point(repeating: -farthest), upperBound: Point(repeating: farthest)) : nil
  }
}

extension Outline {
  /// A piece with its beginning: what measuring, flattening and splitting work on. Lines have two points, curves four.
  package struct Segment: Sendable {
    package let from, control1, control2, to: Point
    package let isLine: Bool

    package init(line from: Point, _ to: Point) {
      (self.from, control1, control2, self.to, isLine) = (from, from + (to - from) / 3, to - (to - from) / 3, to, true)
    }

    package init(_ from: Point, _ control1: Point, _ control2: Point, _ to: Point) {
      (self.from, self.control1, self.control2, self.to, isLine) = (from, control1, control2, to, false)
    }

    /// A curve of degree two is one of degree three.
    package init(_ from: Point, quad control: Point, _ to: Point) {
      self.init(from, from + (control - from) * (2 / 3), to + (control - to) * (2 / 3), to)
    }
  }

  /// Segments that hang together.
  package struct Subpath: Sendable {
    package var start: Point
    package var segments: [Segment] = []
    package var isClosed = false
  }

  /// The subpaths, each closed one with the line that closes it where that has a length.
  package var subpaths: [Subpath] {
    var all: [Subpath] = []
    var here: Subpath?
    var point = Point.zero
    func began() -> Subpath { here ?? Subpath(start: point) }
    for element in elements {
      switch element {
      case .move(let p):
        if let here { all.append(here) }
        (here, point) = (Subpath(start: p), p)
      case .line(let p):
        var next = began()
        next.segments.append(Segment(line: point, p))
        (here, point) = (next, p)
      case .quad(let c, let p):
        var next = began()
        next.segments.append(Segment(point, quad: c, p))
        (here, point) = (next, p)
      case .cubic(let c, let d, let p):
        var next = began()
        next.segments.append(Segment(point, c, d, p))
        (here, point) = (next, p)
      case .close:
        var last = began()
        if point != last.start { last.segments.append(Segment(line: point, last.start)) }
        last.isClosed = true
        all.append(last)
        (here, point) = (nil, last.start)
      }
    }
    if let here { all.append(here) }
    return all
  }
}

extension CGAffineTransform {
  package func applied(_ p: Outline.Point) -> Outline.Point {
    Outline.Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
  }
}

extension CGPoint {
  package init(_ point: Outline.Point) { self.init(x: point.x, y: point.y) }
  package var vector: Outline.Point { Outline.Point(x, y) }
}
