import Foundation

// MARK: The current path

extension CGContext {
  /// Forgets the path.
  public func beginPath() { outline = Outline() }

  /// Begins a subpath.
  public func move(to point: CGPoint) { outline.move(to: ctm.applied(point.vector)) }

  /// A line from the current point; nothing without one, and so all that follow here.
  public func addLine(to point: CGPoint) { outline.line(to: ctm.applied(point.vector)) }

  /// A curve of degree three.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    outline.cubic(to: ctm.applied(end.vector), ctm.applied(control1.vector), ctm.applied(control2.vector))
  }

  /// A curve of degree two.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    outline.quad(to: ctm.applied(end.vector), control: ctm.applied(control.vector))
  }

  /// Lines through these points; the first one begins a subpath.
  public func addLines(between points: [CGPoint]) {
    for (index, point) in points.enumerated() { if index == 0 { move(to: point) } else { addLine(to: point) } }
  }

  /// A rectangle; its origin becomes the current point.
  public func addRect(_ rect: CGRect) { addShape { $0.addRect(rect) } }

  /// Several rectangles.
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }

  /// The ellipse that touches the sides of a rectangle.
  public func addEllipse(in rect: CGRect) { addShape { $0.addEllipse(in: rect) } }

  /// A part of a circle, with a line to its beginning where there is a current point.
  ///
  /// - Parameters:
  ///   - startAngle: radians, counter-clockwise from x where y points up.
  ///   - endAngle: a whole turn or more from `startAngle`: the whole circle.
  ///   - clockwise: as it looks where y points up; the other way round in a plane that is flipped.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    let sweep = Outline.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    outline.addArc(center: center.vector, radius: radius, start: startAngle, sweep: sweep, map: ctm)
  }

  /// A rounded corner at `tangent1End`, between the current point and `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    outline.addArc(corner: tangent1End.vector, end: tangent2End.vector, radius: radius, map: ctm)
  }

  /// All of a path.
  public func addPath(_ path: CGPath) { outline.append(path.outline.mapped(by: ctm)) }

  /// A line back to where the subpath began.
  public func closePath() { outline.close() }

  /// The current path in the user's plane; nil when it is empty.
  public var path: CGPath? { outline.isEmpty ? nil : CGPath(outline.mapped(by: ctm.inverted())) }

  /// True when there is no path.
  public var isPathEmpty: Bool { outline.isEmpty }

  /// Where the next line begins; the origin without a path.
  public var currentPointOfPath: CGPoint { outline.current.map { CGPoint($0).applying(ctm.inverted()) } ?? .zero }

  /// Around all points of the path, those that pull at curves as well; null without a path.
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  /// Whether painting with a mode would paint the point.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let place = point.applying(ctm)
    guard place.x.isFinite, place.y.isFinite else { return false }
    let winding = outline.winding(around: place.vector)
    let stroked = mode != .fill && mode != .eoFill && strokedOutline.winding(around: place.vector) != 0
    return switch mode {
    case .fill, .fillStroke: winding != 0 || stroked
    case .eoFill, .eoFillStroke: winding % 2 != 0 || stroked
    case .stroke: stroked
    }
  }

  /// The path becomes what its line covers.
  public func replacePathWithStrokedPath() { outline = strokedOutline }

  /// In the base space.
  private var strokedOutline: Outline {
    outline.mapped(by: ctm.inverted()).stroked(state.style).mapped(by: ctm)
  }

  private func addShape(_ shape: (inout Outline) -> Void) {
    var added = Outline()
    shape(&added)
    outline.append(added.mapped(by: ctm))
  }
}

// MARK: Painting the path, which empties it

extension CGContext {
  /// Fills the path. Open subpaths count as closed.
  public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }

  /// Draws the line along the path, with the pen as the CTM is now.
  public func strokePath() { drawPath(using: .stroke) }

  /// Paints the path and empties it.
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

  /// Fills a rectangle; the path is emptied.
  public func fill(_ rect: CGRect) { paint(.fill) { $0.addRect(rect) } }

  /// Fills rectangles as one path.
  public func fill(_ rects: [CGRect]) { paint(.fill) { context in context.addRects(rects) } }

  /// Draws the line around a rectangle.
  public func stroke(_ rect: CGRect) { paint(.stroke) { $0.addRect(rect) } }

  /// Draws the line around a rectangle with another width.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  /// Fills the ellipse that touches the sides of a rectangle.
  public func fillEllipse(in rect: CGRect) { paint(.fill) { $0.addEllipse(in: rect) } }

  /// Draws the line around that ellipse.
  public func strokeEllipse(in rect: CGRect) { paint(.stroke) { $0.addEllipse(in: rect) } }

  /// Draws a line from each point of even number to the next.
  public func strokeLineSegments(between points: [CGPoint]) {
    paint(.stroke) { context in
      for (index, point) in points.enumerated() {
        if index % 2 == 0 { context.move(to: point) } else { context.addLine(to: point) }
      }
    }
  }

  /// Takes away what is in a rectangle: transparent black, or black where the target has no alpha. Alpha, the blend
  /// mode and the shadow do not count.
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
  /// Keeps what follows inside of the path as well, which is emptied. An empty path lets nothing through.
  public func clip(using rule: CGPathFillRule = .winding) {
    let path = outline
    outline = Outline()
    push(.outline(path, rule, isAntialiased: state.isAntialiased), path.rectangle)
  }

  /// Keeps what follows inside of a rectangle as well.
  public func clip(to rect: CGRect) { clip(to: [rect]) }

  /// Keeps what follows inside of these rectangles as well.
  public func clip(to rects: [CGRect]) {
    outline = Outline()
    addRects(rects)
    clip()
  }

  /// Keeps what follows to where a mask lets it through.
  ///
  /// - Parameters:
  ///   - rect: what the mask is stretched over.
  ///   - mask: an image mask, or a grey image without alpha, which lets through as much as it is white. Other images
  ///     let through their alpha.
  public func clip(to rect: CGRect, mask: CGImage) {
    push(.mask(mask, rect, ctm), nil)
  }

  /// Undoes all clips of this state.
  public func resetClip() { state.clip = nil }

  /// Around all that the clips let through, in the user's plane; null when that is nothing.
  public var boundingBoxOfClipPath: CGRect {
    let all = (state.clip?.bounds ?? limit).common(with: limit).common(with: state.clipOutside)
    return all.isNull ? .null : all.applying(ctm.inverted())
  }

  private func push(_ shape: Clip.Shape, _ rectangle: CGRect?) {
    // One that cuts nothing is left out, so that chains stay short.
    if let rectangle, rectangle.contains(state.clip?.bounds ?? limit) { return }
    state.clip = Clip(shape, in: state.clip, within: limit)
  }
}

extension Outline {
  /// Nil unless it is one rectangle along the axes.
  fileprivate var rectangle: CGRect? { CGPath(self).rect }
}
