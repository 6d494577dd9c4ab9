import Foundation

/// A path under construction. Not thread-safe.
///
/// Every method takes a transform, which is applied to the added elements. Lines and curves without a current point
/// have no effect.
public final class CGMutablePath: CGPath {
  /// Begins a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.move(to: transform.applied(point.vector))
  }

  /// Adds a line from the current point.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.line(to: transform.applied(point.vector))
  }

  /// Adds a quadratic Bézier curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    outline.quad(to: transform.applied(end.vector), control: transform.applied(control.vector))
  }

  /// Adds a cubic Bézier curve from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    outline.cubic(
      to: transform.applied(end.vector), transform.applied(control1.vector), transform.applied(control2.vector))
  }

  /// Adds lines through these points; the first one begins a subpath.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point, transform: transform) } else { addLine(to: point, transform: transform) }
    }
  }

  /// Adds a rectangle; its origin becomes the current point.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addRect(rect) }
  }

  /// Adds several rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds the ellipse inscribed in a rectangle.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addEllipse(in: rect) }
  }

  /// Adds a rounded rectangle with elliptical corners; the corner radii are limited to half of the sides.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) { add(transform) { $0.addRoundedRect(rect, rx: cornerWidth, ry: cornerHeight) } }

  /// Adds an arc of a circle. If there is a current point, a line connects it with the start of the arc.
  ///
  /// - Parameters:
  ///   - startAngle: radians, counter-clockwise from x with y pointing up.
  ///   - endAngle: if it is a full turn or more from `startAngle`, the arc is the full circle.
  ///   - clockwise: the direction with y pointing up.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let sweep = Outline.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    outline.addArc(center: center.vector, radius: radius, start: startAngle, sweep: sweep, map: transform)
  }

  /// Adds an arc of a circle with a given sweep. If there is a current point, a line connects it with the start of the
  /// arc.
  ///
  /// - Parameter delta: radians, positive is counter-clockwise with y pointing up; clamped to 64 turns.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) { outline.addArc(center: center.vector, radius: radius, start: startAngle, sweep: delta, map: transform) }

  /// Adds a rounded corner: an arc tangent to the line from the current point to `tangent1End` and to the line from
  /// there to `tangent2End`, and a line to its start.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) { outline.addArc(corner: tangent1End.vector, end: tangent2End.vector, radius: radius, map: transform) }

  /// Adds all elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    outline.append(path.outline.mapped(by: transform))
  }

  /// Adds a line to the start of the subpath, which becomes the current point, and closes it.
  public func closeSubpath() { outline.close() }

  private func add(_ map: CGAffineTransform, _ shape: (inout Outline) -> Void) {
    var added = Outline()
    shape(&added)
    outline.append(added.mapped(by: map))
  }
}
