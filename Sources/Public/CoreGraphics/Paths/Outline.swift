import Foundation

/// Lines and curves as a value, which paths and display lists store and cairo draws.
///
/// The owner defines the plane of the coordinates. They are finite: elements with a NaN or infinite coordinate are
/// ignored, and coordinates beyond ``maximumCoordinate`` are clamped, so that products of a few of them stay finite.
package struct Outline: Hashable, Sendable {
  package typealias Point = SIMD2<Double>

  package enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quad(Point, Point)
    case cubic(Point, Point, Point)
    case close
  }

  /// The greatest absolute value of a coordinate.
  package static let maximumCoordinate = 1e60

  package private(set) var elements: [Element] = []
  /// The current point; nil for an empty outline.
  package private(set) var current: Point?
  private var start: Point = .zero

  package init() {}

  package var isEmpty: Bool { elements.isEmpty }

  /// Begins a subpath.
  package mutating func move(to point: Point) {
    guard let point = Self.clamped(point) else { return }
    elements.append(.move(point))
    (start, current) = (point, point)
  }

  /// Adds a line. Without a current point, lines and curves have no effect.
  package mutating func line(to point: Point) {
    guard current != nil, let point = Self.clamped(point) else { return }
    elements.append(.line(point))
    current = point
  }

  package mutating func quad(to point: Point, control: Point) {
    guard current != nil, let point = Self.clamped(point), let control = Self.clamped(control) else { return }
    elements.append(.quad(control, point))
    current = point
  }

  package mutating func cubic(to point: Point, _ control1: Point, _ control2: Point) {
    guard current != nil, let point = Self.clamped(point), let control1 = Self.clamped(control1),
      let control2 = Self.clamped(control2)
    else { return }
    elements.append(.cubic(control1, control2, point))
    current = point
  }

  /// Adds a line to the start of the subpath, which becomes the current point, and closes it.
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

  /// Returns the transformed outline; empty if the transform is not finite.
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

  private static func clamped(_ point: Point) -> Point? {
    point.x.isFinite && point.y.isFinite
      ? point.clamped(lowerBound: Point(repeating: -maximumCoordinate), upperBound: Point(repeating: maximumCoordinate))
      : nil
  }
}

extension Outline {
  /// A line or curve with its start, for measuring, flattening and splitting. Lines have two points, curves four.
  package struct Segment: Sendable {
    package let from, control1, control2, to: Point
    package let isLine: Bool

    package init(line from: Point, _ to: Point) {
      (self.from, control1, control2, self.to, isLine) = (from, from + (to - from) / 3, to - (to - from) / 3, to, true)
    }

    package init(_ from: Point, _ control1: Point, _ control2: Point, _ to: Point) {
      (self.from, self.control1, self.control2, self.to, isLine) = (from, control1, control2, to, false)
    }

    /// Creates the cubic curve that equals a quadratic one.
    package init(_ from: Point, quad control: Point, _ to: Point) {
      self.init(from, from + (control - from) * (2 / 3), to + (control - to) * (2 / 3), to)
    }
  }

  /// Connected segments.
  package struct Subpath: Sendable {
    package var start: Point
    package var segments: [Segment] = []
    package var isClosed = false
  }

  /// The subpaths. A closed subpath includes its closing line, unless that has length zero.
  package var subpaths: [Subpath] {
    var all: [Subpath] = []
    var open: Subpath?
    var point = Point.zero
    func continued() -> Subpath { open ?? Subpath(start: point) }
    for element in elements {
      switch element {
      case .move(let p):
        if let open { all.append(open) }
        (open, point) = (Subpath(start: p), p)
      case .line(let p):
        var next = continued()
        next.segments.append(Segment(line: point, p))
        (open, point) = (next, p)
      case .quad(let c, let p):
        var next = continued()
        next.segments.append(Segment(point, quad: c, p))
        (open, point) = (next, p)
      case .cubic(let c, let d, let p):
        var next = continued()
        next.segments.append(Segment(point, c, d, p))
        (open, point) = (next, p)
      case .close:
        var last = continued()
        if point != last.start { last.segments.append(Segment(line: point, last.start)) }
        last.isClosed = true
        all.append(last)
        (open, point) = (nil, last.start)
      }
    }
    if let open { all.append(open) }
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
