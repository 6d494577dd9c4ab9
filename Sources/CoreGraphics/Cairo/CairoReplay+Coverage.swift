import CDrawing
import Foundation

/// How much of each pixel outlines cover, finer than by cairo alone.
///
/// cairo looks at 15 lines of a pixel, so that a level edge is up to 9/255 off, and follows curves less closely than it
/// is asked to. Here curves become polygons first, and these are drawn on eight times as many lines.
extension CairoReplay {
  private static let lines = 8
  /// A mask of more pixels is cairo's own: this one takes eight bytes for each.
  private static let mostPixels = 8e6
  /// Of a pixel: 1/255.
  private static let tolerance = 0.004
  /// Outlines of more pieces are cairo's own.
  private static let mostPieces = 20_000

  /// Paints what an outline covers of the surface with the source and the operator that are set.
  ///
  /// - Returns: false where it is left to cairo: in documents, for edges along the axes, which cairo covers exactly,
  ///   and where it is too large.
  func paintFinely(_ path: Outline, _ rule: CGPathFillRule) -> Bool {
    guard !isDocument, path.elements.count <= Self.mostPieces, !path.isRectilinear else { return false }
    let seen = canvas.clipBox.common(with: path.bounds(withControls: true))
    guard !seen.isNull, seen.width >= 0, seen.height >= 0 else { return true }
    let area = seen.insetBy(dx: -0.5, dy: -0.5).integral
    guard area.width * area.height <= Self.mostPixels, let mask = mask(of: path, rule, area),
      let pattern = canvas.pattern(
        mask.surface, CGAffineTransform(translationX: -area.minX, y: -area.minY), extends: 0, filter: 3)
    else { return false }
    canvas.call.cairo_mask(canvas.context, pattern)
    canvas.call.cairo_pattern_destroy(pattern)
    return true
  }

  /// Alpha for the pixels of a part of the surface.
  private func mask(of path: Outline, _ rule: CGPathFillRule, _ area: CGRect) -> CairoCanvas? {
    let (width, height) = (Int(area.width), Int(area.height))
    guard let tall = try? alphas(width, height * Self.lines), let mask = try? alphas(width, height) else { return nil }
    let call = canvas.call
    let map = CGAffineTransform(translationX: -area.minX, y: -area.minY)
      .concatenating(CGAffineTransform(scaleX: 1, y: Double(Self.lines)))
    var polygons = Outline()
    for (points, _) in path.flattened(tolerance: Self.tolerance) {
      polygons.move(to: map.applied(points[0]))
      for point in points.dropFirst() { polygons.line(to: map.applied(point)) }
      polygons.close()
    }
    tall.setPath(polygons)
    call.cairo_set_source_rgba(tall.context, 1, 1, 1, 1)
    call.cairo_set_fill_rule(tall.context, rule == .winding ? 0 : 1)
    call.cairo_fill(tall.context)
    call.cairo_surface_flush(tall.surface)
    guard let from = call.cairo_image_surface_get_data(tall.surface),
      let to = call.cairo_image_surface_get_data(mask.surface)
    else { return nil }
    let (fine, coarse) = (
      Int(call.cairo_image_surface_get_stride(tall.surface)), Int(call.cairo_image_surface_get_stride(mask.surface))
    )
    for y in 0..<height {
      let (row, out) = (from + y * Self.lines * fine, to + y * coarse)
      for x in 0..<width {
        var sum: UInt16 = UInt16(Self.lines / 2)
        for line in 0..<Self.lines { sum += UInt16(row[line * fine + x]) }
        out[x] = UInt8(sum / UInt16(Self.lines))
      }
    }
    call.cairo_surface_mark_dirty(mask.surface)
    return mask
  }

  /// A surface of alpha alone, all clear.
  private func alphas(_ width: Int, _ height: Int) throws -> CairoCanvas {
    try CairoCanvas(canvas.call.cairo_image_surface_create(2, Int32(width), Int32(height)), canvas.call)
  }
}

extension CairoReplay {
  /// True for lines that are drawn by filling what they cover. cairo covers those along the axes exactly.
  ///
  /// - Parameter path: on the surface.
  func strokesFinely(_ path: Outline, _ style: StrokeStyle, _ pen: CGAffineTransform) -> Bool {
    guard !isDocument else { return false }
    let isPlain = path.isLevel && pen.b == 0 && pen.c == 0 && style.join == .miter && style.cap != .round
    let dashes = style.dashes.isEmpty ? 0 : path.length / max(style.dashes.reduce(0, +) * pen.largestScale, 1e-9)
    let pieces = Double(path.elements.count) + dashes * Double(style.dashes.count)
    return !isPlain && pieces <= Double(Self.mostPieces) / 10
  }
}

extension Outline {
  /// True when all edges of what is filled lie along the axes.
  fileprivate var isRectilinear: Bool {
    subpaths.allSatisfy { subpath in
      let last = subpath.segments.last?.to ?? subpath.start
      return subpath.segments.allSatisfy { $0.isLine && Self.isLevel($0.from, $0.to) }
        && Self.isLevel(last, subpath.start)
    }
  }

  /// True when all of a line lies along the axes.
  fileprivate var isLevel: Bool {
    subpaths.allSatisfy { $0.segments.allSatisfy { $0.isLine && Self.isLevel($0.from, $0.to) } }
  }

  private static func isLevel(_ a: Point, _ b: Point) -> Bool { a.x == b.x || a.y == b.y }
}
