import CDrawing
import Foundation

/// How much of each pixel outlines cover, finer than by cairo alone.
///
/// cairo looks at 15 lines of a pixel, so that a level edge is up to 9/255 off, and follows curves less closely than it
/// is asked to. Here curves become polygons first, and these are drawn on sixteen times as many lines.
extension CairoReplay {
  private static let lines = 16
  /// Bytes of what is drawn at once: a band of rows.
  private static let bandBytes = 1 << 22
  /// Of a pixel: 1/255.
  private static let tolerance = 0.004
  /// Outlines of more pieces are cairo's own.
  private static let mostPieces = 20_000

  /// Paints what an outline covers of the surface with the source and the operator that are set.
  ///
  /// - Returns: false where it is left to cairo: in documents, for edges along the axes, which cairo covers exactly,
  ///   and where there are too many.
  func paintFinely(_ path: Outline, _ rule: CGPathFillRule) -> Bool {
    guard !isDocument, path.elements.count <= Self.mostPieces, !path.isRectilinear else { return false }
    let seen = canvas.clipBox.common(with: path.bounds(withControls: true))
    guard !seen.isNull, seen.width >= 0, seen.height >= 0 else { return true }
    let area = seen.insetBy(dx: -0.5, dy: -0.5).integral
    guard let mask = mask(of: path, rule, area),
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
    guard let mask = try? alphas(width, height) else { return nil }
    var polygons = Outline()
    for (points, _) in path.flattened(tolerance: Self.tolerance) {
      polygons.move(to: points[0])
      for point in points.dropFirst() { polygons.line(to: point) }
      polygons.close()
    }
    // cairo's images have 32,767 lines at most.
    let rows = min(max(Self.bandBytes / (width * Self.lines), 1), 2000)
    for top in stride(from: 0, to: height, by: rows) {
      let map = CGAffineTransform(translationX: -area.minX, y: -area.minY - Double(top))
        .concatenating(CGAffineTransform(scaleX: 1, y: Double(Self.lines)))
      guard let band = try? alphas(width, min(rows, height - top) * Self.lines) else { return nil }
      canvas.call.cairo_set_source_rgba(band.context, 1, 1, 1, 1)
      canvas.call.cairo_set_fill_rule(band.context, rule == .winding ? 0 : 1)
      band.setPath(polygons.mapped(by: map))
      canvas.call.cairo_fill(band.context)
      put(band, of: min(rows, height - top), by: width, into: mask, at: top)
    }
    canvas.call.cairo_surface_mark_dirty(mask.surface)
    return mask
  }

  /// The means of a band's lines as rows of a mask.
  private func put(_ band: CairoCanvas, of rows: Int, by width: Int, into mask: CairoCanvas, at top: Int) {
    let call = canvas.call
    call.cairo_surface_flush(band.surface)
    guard let from = call.cairo_image_surface_get_data(band.surface),
      let to = call.cairo_image_surface_get_data(mask.surface)
    else { return }
    let fine = Int(call.cairo_image_surface_get_stride(band.surface))
    let coarse = Int(call.cairo_image_surface_get_stride(mask.surface))
    for y in 0..<rows {
      let (row, out) = (from + y * Self.lines * fine, to + (top + y) * coarse)
      for x in 0..<width {
        var sum = UInt16(Self.lines / 2)
        for line in 0..<Self.lines { sum += UInt16(row[line * fine + x]) }
        out[x] = UInt8(sum / UInt16(Self.lines))
      }
    }
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
