import Foundation

/// The kind of a path element.
public enum CGPathElementType: Int32, Sendable {
  /// Begins a subpath; one point.
  case moveToPoint
  /// A line; one point, its end.
  case addLineToPoint
  /// A quadratic Bézier curve; two points, the control point and the end.
  case addQuadCurveToPoint
  /// A cubic Bézier curve; three points, two control points and the end.
  case addCurveToPoint
  /// A line to the start of the subpath; no point.
  case closeSubpath
}

/// An element of a path, valid during the call that receives it.
public struct CGPathElement {
  /// The kind of element.
  public var type: CGPathElementType
  /// The points; `type` determines their number.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element that refers to these points, which the caller owns.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    (self.type, self.points) = (type, points)
  }
}

/// The rule that determines the interior of a path.
public enum CGPathFillRule: Int, Sendable {
  /// Points with a nonzero winding number.
  case winding
  /// Points with an odd winding number.
  case evenOdd
}

/// The shape of a line's ends.
public enum CGLineCap: Int32, Sendable {
  /// The line ends at its endpoint.
  case butt
  /// A semicircle is added.
  case round
  /// The line is extended by half of its width.
  case square
}

/// The shape of a line's corners.
public enum CGLineJoin: Int32, Sendable {
  /// The edges are extended to their intersection; a bevel beyond the miter limit.
  case miter
  /// A circle is added.
  case round
  /// The outer corners are connected by a straight edge.
  case bevel
}

/// Lines and curves in a plane. Immutable, except for `CGMutablePath`.
///
/// Elements with coordinates that are NaN or infinite are ignored; coordinates beyond 1e60 are clamped. Curves are
/// exact; circles consist of four curves with an error of at most 0.03 % of the radius.
public class CGPath {
  package internal(set) var outline: Outline

  package init(_ outline: Outline) { self.outline = outline }

  /// Creates an empty path.
  public init() { outline = Outline() }

  /// Creates a rectangle.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(transform?.pointee) { $0.addRect(rect) }
  }

  /// Creates the ellipse inscribed in a rectangle.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(transform?.pointee) { $0.addEllipse(in: rect) }
  }

  /// Creates a rounded rectangle with elliptical corners; the corner radii are limited to half of the sides.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(transform?.pointee) { $0.addRoundedRect(rect, rx: cornerWidth, ry: cornerHeight) }
  }

  private convenience init(_ map: CGAffineTransform?, _ add: (inout Outline) -> Void) {
    var outline = Outline()
    add(&outline)
    self.init(outline.mapped(by: map ?? .identity))
  }

  /// Whether the path has no elements.
  public var isEmpty: Bool { outline.isEmpty }

  /// The current point; the origin for an empty path.
  public var currentPoint: CGPoint { outline.current.map(CGPoint.init) ?? .zero }

  /// The bounding box of all points, control points included; null for an empty path.
  public var boundingBox: CGRect { outline.bounds(withControls: true) }

  /// The bounding box of lines and curves; null for an empty path.
  public var boundingBoxOfPath: CGRect { outline.bounds(withControls: false) }

  /// Returns whether a point is inside, by a rule. Open subpaths are closed implicitly.
  ///
  /// - Parameter transform: applied to the point first.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    let position = point.applying(transform)
    guard position.x.isFinite, position.y.isFinite else { return false }
    let winding = outline.winding(around: position.vector)
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }

  /// The rectangle, if the path is one axis-aligned rectangle; nil otherwise.
  package var rect: CGRect? {
    let subpaths = outline.subpaths
    guard let only = subpaths.first, subpaths.count == 1, only.isClosed, only.segments.count == 4,
      only.segments.allSatisfy(\.isLine)
    else { return nil }
    let level = only.segments.map { $0.from.y == $0.to.y && $0.from.x != $0.to.x }
    let upright = only.segments.map { $0.from.x == $0.to.x && $0.from.y != $0.to.y }
    guard zip(level, upright).allSatisfy({ $0 != $1 }), level[0] != level[1], level[0] == level[2] else { return nil }
    return boundingBox
  }

  /// Returns whether the path is one axis-aligned rectangle.
  ///
  /// - Parameter rect: receives the rectangle.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let rectangle = self.rect else { return false }
    rect?.pointee = rectangle
    return true
  }

  /// Calls a block with each element, in order.
  ///
  /// - Parameter block: its argument is valid until it returns.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { points in
      points.initialize(repeating: .zero)
      for element in outline.elements {
        let type = element.type
        for (index, point) in element.points.enumerated() { points[index] = CGPoint(point) }
        guard let base = points.baseAddress else { return }
        withUnsafePointer(to: CGPathElement(type: type, points: base)) { block($0) }
      }
    }
  }

  /// Calls a function with `info` and each element, in order.
  public func apply(
    info: UnsafeMutableRawPointer?,
    function: (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void
  ) { applyWithBlock { function(info, $0) } }

  /// Returns a copy.
  public func copy() -> CGPath? { CGPath(outline) }

  /// Returns a transformed copy.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(outline.mapped(by: transform?.pointee ?? .identity))
  }

  /// Returns a mutable copy.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(outline) }

  /// Returns a transformed mutable copy.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(outline.mapped(by: transform?.pointee ?? .identity))
  }

  /// Returns the dashes along the path; curves stay curves.
  ///
  /// - Parameters:
  ///   - phase: the offset into the pattern at which each subpath begins.
  ///   - lengths: dash, gap, dash, gap …, repeated. If a length is negative, if no length is above 0, or if there would
  ///     be more than 100,000 dashes, the path is returned unchanged.
  ///   - transform: applied to the path first.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath { CGPath(outline.mapped(by: transform).dashed(phase: phase, lengths: lengths.map(Double.init))) }

  /// Returns the outline of a stroke along the path, to be filled by the winding rule.
  ///
  /// It consists of many overlapping pieces, so only its filled region and its bounds are meaningful. Curves are
  /// flattened.
  ///
  /// - Parameter transform: applied to the path first; the pen stays a disc.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    var style = StrokeStyle()
    (style.width, style.cap, style.join, style.miterLimit) = (lineWidth, lineCap, lineJoin, miterLimit)
    return CGPath(outline.mapped(by: transform).stroked(style))
  }
}

extension CGPath: Hashable, CustomStringConvertible {
  /// Returns whether both have the same elements with the same points.
  public static func == (a: CGPath, b: CGPath) -> Bool { a.outline.elements == b.outline.elements }
  public func hash(into hasher: inout Hasher) { hasher.combine(outline.elements) }
  public var description: String { "CGPath of \(outline.elements.count) elements in \(boundingBox)" }
}

extension Outline.Element {
  fileprivate var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quad: .addQuadCurveToPoint
    case .cubic: .addCurveToPoint
    case .close: .closeSubpath
    }
  }

  fileprivate var points: [Outline.Point] {
    switch self {
    case .move(let p), .line(let p): [p]
    case .quad(let c, let p): [c, p]
    case .cubic(let c, let d, let p): [c, d, p]
    case .close: []
    }
  }
}
