import Foundation

/// A path that is being made. Not for several threads at once.
///
/// Every function takes a map that is applied to what it adds. Lines and curves without a current point do nothing.
public final class CGMutablePath: CGPath {
  /// Begins a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.move(to: transform.applied(point.vector))
  }

  /// A line from the current point.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.line(to: transform.applied(point.vector))
  }

  /// A curve of degree two from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    outline.quad(to: transform.applied(end.vector), control: transform.applied(control.vector))
  }

  /// A curve of degree three from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    outline.cubic(
      to: transform.applied(end.vector), transform.applied(control1.vector), transform.applied(control2.vector))
  }

  /// Lines through these points; the first one begins a subpath.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point, transform: transform) } else { addLine(to: point, transform: transform) }
    }
  }

  /// A rectangle; its origin becomes the current point.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addRect(rect) }
  }

  /// Several rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// The ellipse that touches the sides of a rectangle.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addEllipse(in: rect) }
  }

  /// A rectangle with corners that are quarters of ellipses; half axes are limited to half of the sides.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) { add(transform) { $0.addRoundedRect(rect, rx: cornerWidth, ry: cornerHeight) } }

  /// A part of a circle, with a line to its beginning where there is a current point.
  ///
  /// - Parameters:
  ///   - startAngle: radians, counter-clockwise from x where y points up.
  ///   - endAngle: where it is a whole turn or more from `startAngle`, the arc is the whole circle.
  ///   - clockwise: as it looks where y points up.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let sweep = Outline.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    outline.addArc(center: center.vector, radius: radius, start: startAngle, sweep: sweep, map: transform)
  }

  /// A part of a circle by how far it goes, with a line to its beginning where there is a current point.
  ///
  /// - Parameter delta: radians, positive counter-clockwise where y points up; more than 64 turns count as 64.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) { outline.addArc(center: center.vector, radius: radius, start: startAngle, sweep: delta, map: transform) }

  /// A rounded corner: the part of a circle that touches the line from the current point to `tangent1End` and the one
  /// from there to `tangent2End`, and a line to its beginning.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) { outline.addArc(corner: tangent1End.vector, end: tangent2End.vector, radius: radius, map: transform) }

  /// All of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    outline.append(path.outline.mapped(by: transform))
  }

  /// A line back to where the subpath began, which the next one begins at unless it moves.
  public func closeSubpath() { outline.close() }

  private func add(_ map: CGAffineTransform, _ shape: (inout Outline) -> Void) {
    var added = Outline()
    shape(&added)
    outline.append(added.mapped(by: map))
  }
}
