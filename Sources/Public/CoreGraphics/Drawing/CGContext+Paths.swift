import Foundation

// MARK: The current path

extension CGContext {
  /// Removes the current path.
  public func beginPath() { outline = Outline() }

  /// Begins a subpath.
  public func move(to point: CGPoint) { outline.move(to: ctm.applied(point.vector)) }

  /// Adds a line from the current point. Without a current point, this method and the following ones do nothing.
  public func addLine(to point: CGPoint) { outline.line(to: ctm.applied(point.vector)) }

  /// Adds a cubic Bézier curve.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    outline.cubic(to: ctm.applied(end.vector), ctm.applied(control1.vector), ctm.applied(control2.vector))
  }

  /// Adds a quadratic Bézier curve.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    outline.quad(to: ctm.applied(end.vector), control: ctm.applied(control.vector))
  }

  /// Adds lines through these points; the first one begins a subpath.
  public func addLines(between points: [CGPoint]) {
    for (index, point) in points.enumerated() { if index == 0 { move(to: point) } else { addLine(to: point) } }
  }

  /// Adds a rectangle; its origin becomes the current point.
  public func addRect(_ rect: CGRect) { addShape { $0.addRect(rect) } }

  /// Adds several rectangles.
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }

  /// Adds the ellipse inscribed in a rectangle.
  public func addEllipse(in rect: CGRect) { addShape { $0.addEllipse(in: rect) } }

  /// Adds an arc of a circle. If there is a current point, a line connects it with the start of the arc.
  ///
  /// - Parameters:
  ///   - startAngle: radians, counter-clockwise from x with y pointing up.
  ///   - endAngle: if it is a full turn or more from `startAngle`, the arc is the full circle.
  ///   - clockwise: the direction with y pointing up; inverted if the plane is flipped.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    let sweep = Outline.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    outline.addArc(center: center.vector, radius: radius, start: startAngle, sweep: sweep, map: ctm)
  }

  /// Adds a rounded corner at `tangent1End`, between the current point and `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    outline.addArc(corner: tangent1End.vector, end: tangent2End.vector, radius: radius, map: ctm)
  }

  /// Adds all elements of a path.
  public func addPath(_ path: CGPath) { outline.append(path.outline.mapped(by: ctm)) }

  /// Adds a line to the start of the subpath and closes it.
  public func closePath() { outline.close() }

  /// The current path in user space; nil if it is empty.
  public var path: CGPath? { outline.isEmpty ? nil : CGPath(outline.mapped(by: ctm.inverted())) }

  /// Whether the current path is empty.
  public var isPathEmpty: Bool { outline.isEmpty }

  /// The current point; the origin if the path is empty.
  public var currentPointOfPath: CGPoint { outline.current.map { CGPoint($0).applying(ctm.inverted()) } ?? .zero }

  /// The bounding box of all points of the path, control points included; null if the path is empty.
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  /// Returns whether drawing the path in this mode paints the point.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let position = point.applying(ctm)
    guard position.x.isFinite, position.y.isFinite else { return false }
    let winding = outline.winding(around: position.vector)
    let stroked = mode != .fill && mode != .eoFill && strokedOutline.winding(around: position.vector) != 0
    return switch mode {
    case .fill, .fillStroke: winding != 0 || stroked
    case .eoFill, .eoFillStroke: winding % 2 != 0 || stroked
    case .stroke: stroked
    }
  }

  /// Replaces the path with the outline of its stroke.
  public func replacePathWithStrokedPath() { outline = strokedOutline }

  /// The stroke's outline, in the base space.
  private var strokedOutline: Outline {
    outline.mapped(by: ctm.inverted()).stroked(state.style).mapped(by: ctm)
  }

  private func addShape(_ shape: (inout Outline) -> Void) {
    var added = Outline()
    shape(&added)
    outline.append(added.mapped(by: ctm))
  }
}

// MARK: Painting the path, which removes it

extension CGContext {
  /// Fills the path. Open subpaths are closed implicitly.
  public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }

  /// Strokes the path, with the pen under the present CTM.
  public func strokePath() { drawPath(using: .stroke) }

  /// Paints the path and removes it.
  public func drawPath(using mode: CGPathDrawingMode) {
    let painted = outline
    outline = Outline()
    if painted.isEmpty { return }
    if mode != .stroke {
      let rule: CGPathFillRule = mode == .fill || mode == .fillStroke ? .winding : .evenOdd
      emit(.fill(painted, rule, state.fill))
    }
    if mode != .fill, mode != .eoFill { emit(.stroke(painted, state.style, state.ctm, state.stroke)) }
  }

  /// Fills a rectangle; the current path is removed.
  public func fill(_ rect: CGRect) { paint(.fill) { $0.addRect(rect) } }

  /// Fills rectangles as one path.
  public func fill(_ rects: [CGRect]) { paint(.fill) { context in context.addRects(rects) } }

  /// Strokes a rectangle.
  public func stroke(_ rect: CGRect) { paint(.stroke) { $0.addRect(rect) } }

  /// Strokes a rectangle with another line width.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  /// Fills the ellipse inscribed in a rectangle.
  public func fillEllipse(in rect: CGRect) { paint(.fill) { $0.addEllipse(in: rect) } }

  /// Strokes the ellipse inscribed in a rectangle.
  public func strokeEllipse(in rect: CGRect) { paint(.stroke) { $0.addEllipse(in: rect) } }

  /// Strokes a line from each point with an even index to the next point.
  public func strokeLineSegments(between points: [CGPoint]) {
    paint(.stroke) { context in
      for (index, point) in points.enumerated() {
        if index % 2 == 0 { context.move(to: point) } else { context.addLine(to: point) }
      }
    }
  }

  /// Sets a rectangle to transparent black, or to black if the target has no alpha. Ignores alpha, the blend mode and
  /// the shadow.
  public func clear(_ rect: CGRect) {
    saveGState()
    (state.alpha, state.blendMode, state.shadow, state.fill) = (1, .clear, nil, .black)
    fill(rect)
    restoreGState()
  }

  private func paint(_ mode: CGPathDrawingMode, _ add: (CGContext) -> Void) {
    outline = Outline()
    add(self)
    drawPath(using: mode)
  }
}

// MARK: Clipping

extension CGContext {
  /// Intersects the clip with the path, and removes the path. An empty path makes the clip empty.
  public func clip(using rule: CGPathFillRule = .winding) {
    let path = outline
    outline = Outline()
    push(.outline(path, rule, isAntialiased: state.isAntialiased), path.rectangle)
  }

  /// Intersects the clip with a rectangle.
  public func clip(to rect: CGRect) { clip(to: [rect]) }

  /// Intersects the clip with the union of these rectangles.
  public func clip(to rects: [CGRect]) {
    outline = Outline()
    addRects(rects)
    clip()
  }

  /// Multiplies the clip with a mask.
  ///
  /// - Parameters:
  ///   - rect: the rectangle that the mask is scaled to.
  ///   - mask: an image mask, or a grey image without alpha, whose values are the coverage. The coverage of other
  ///     images is their alpha.
  public func clip(to rect: CGRect, mask: CGImage) {
    push(.mask(mask, rect, ctm), nil)
  }

  /// Removes all clips of this state.
  public func resetClip() { state.clip = nil }

  /// The bounding box of the clip, in user space; null if the clip is empty.
  public var boundingBoxOfClipPath: CGRect {
    let all = (state.clip?.bounds ?? limit).common(with: limit).common(with: state.outerClipBounds)
    return all.isNull ? .null : all.applying(ctm.inverted())
  }

  private func push(_ shape: Clip.Shape, _ rectangle: CGRect?) {
    // A clip that removes nothing is omitted, so that chains stay short.
    if let rectangle, rectangle.contains(state.clip?.bounds ?? limit) { return }
    state.clip = Clip(shape, in: state.clip, within: limit)
  }
}

extension Outline {
  /// The outline as a rectangle; nil unless it is one axis-aligned rectangle.
  fileprivate var rectangle: CGRect? { CGPath(self).rect }
}
