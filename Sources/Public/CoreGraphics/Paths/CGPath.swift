import Foundation

/// What an element of a path does.
public enum CGPathElementType: Int32, Sendable {
  /// Begins a subpath; one point.
  case moveToPoint
  /// One point: the end.
  case addLineToPoint
  /// Two points: the control and the end.
  case addQuadCurveToPoint
  /// Three points: two controls and the end.
  case addCurveToPoint
  /// A line to where the subpath began; no point.
  case closeSubpath
}

/// An element of a path, for as long as the call lasts that gives it.
public struct CGPathElement {
  /// What it does.
  public var type: CGPathElementType
  /// As many points as `type` has.
  public var points: UnsafeMutablePointer<CGPoint>

  /// An element of these points, which its maker keeps.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    (self.type, self.points) = (type, points)
  }
}

/// What is inside of a path.
public enum CGPathFillRule: Int, Sendable {
  /// What the path goes round more often one way than the other.
  case winding
  /// What the path goes round an odd number of times.
  case evenOdd
}

/// How a line ends.
public enum CGLineCap: Int32, Sendable {
  /// At its end.
  case butt
  /// With half a disc.
  case round
  /// Half of its width farther.
  case square
}

/// How two lines meet.
public enum CGLineJoin: Int32, Sendable {
  /// Their edges go on until they meet; a bevel beyond the miter limit.
  case miter
  /// With a disc.
  case round
  /// With a straight edge.
  case bevel
}

/// Lines and curves in a plane. Immutable, but for `CGMutablePath`.
///
/// Coordinates that are no numbers or infinite are ignored together with their element; those beyond 1e60 count as
/// that. Curves are exact; circles are four curves and nowhere more than 0.03 % of the radius off.
public class CGPath {
  package internal(set) var outline: Outline

  package init(_ outline: Outline) { self.outline = outline }

  /// A path without elements.
  public init() { outline = Outline() }

  /// A rectangle.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(transform?.pointee) { $0.addRect(rect) }
  }

  /// The ellipse that touches the sides of a rectangle.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(transform?.pointee) { $0.addEllipse(in: rect) }
  }

  /// A rectangle with corners that are quarters of ellipses; half axes are limited to half of the sides.
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

  /// True when there are no elements.
  public var isEmpty: Bool { outline.isEmpty }

  /// Where the next line begins; the origin for an empty path.
  public var currentPoint: CGPoint { outline.current.map(CGPoint.init) ?? .zero }

  /// Around all points, those that only pull at curves as well; null for an empty path.
  public var boundingBox: CGRect { outline.bounds(withControls: true) }

  /// Around lines and curves; null for an empty path.
  public var boundingBoxOfPath: CGRect { outline.bounds(withControls: false) }

  /// True when a point is inside, by a rule. Open subpaths count as closed.
  ///
  /// - Parameter transform: applied to the point first.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    let place = point.applying(transform)
    guard place.x.isFinite, place.y.isFinite else { return false }
    let winding = outline.winding(around: place.vector)
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }

  /// The rectangle that the path is, when it is one whose sides are along the axes; nil otherwise.
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

  /// True when the path is one rectangle whose sides are along the axes.
  ///
  /// - Parameter rect: takes the rectangle.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = self.rect else { return false }
    rect?.pointee = found
    return true
  }

  /// Each element, in order.
  ///
  /// - Parameter block: what it is given lasts until it returns.
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

  /// Each element, in order; `info` is handed on.
  public func apply(
    info: UnsafeMutableRawPointer?,
    function: (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void
  ) { applyWithBlock { function(info, $0) } }

  /// The same path.
  public func copy() -> CGPath? { CGPath(outline) }

  /// The path under a map.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(outline.mapped(by: transform?.pointee ?? .identity))
  }

  /// The same path, to be changed.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(outline) }

  /// The path under a map, to be changed.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(outline.mapped(by: transform?.pointee ?? .identity))
  }

  /// The parts of the path that dashes cover; curves stay curves.
  ///
  /// - Parameters:
  ///   - phase: how far into the lengths each subpath begins.
  ///   - lengths: dash, gap, dash, gap …, gone through again and again. Where one is negative or none is above 0, and
  ///     where more than 100,000 dashes would come of it, the path as it is.
  ///   - transform: applied to the path first.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath { CGPath(outline.mapped(by: transform).dashed(phase: phase, lengths: lengths.map(Double.init))) }

  /// What a pen covers that goes along the path: to be filled by the winding rule.
  ///
  /// It is made of many pieces that overlap, so only its filling and its bounds have a meaning. Curves become chords.
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
  /// True when both have the same elements with the same points.
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
