import CDrawing
import Foundation

/// Antialiasing with more accurate pixel coverage than cairo's.
///
/// cairo samples 15 scan lines a pixel, so that a horizontal edge is up to 9/255 off, and it flattens curves less
/// accurately than the tolerance demands. Here curves are flattened first, and the polygons are drawn on 16 scan lines
/// a pixel.
extension CairoReplay {
  private static let scanLines = 16
  /// The bytes of the mask that is drawn at once: a band of rows.
  private static let bandBytes = 1 << 22
  /// The flattening tolerance in pixels: 1/255.
  private static let tolerance = 0.004
  /// The maximum number of elements; larger outlines are drawn by cairo.
  private static let maximumElements = 20_000

  /// Paints the region that an outline covers, with the present source and operator.
  ///
  /// - Returns: false if the caller has to use cairo's fill: in documents, for axis-aligned edges, which cairo covers
  ///   exactly, and for too many elements.
  func paintAccurately(_ path: Outline, _ rule: CGPathFillRule) -> Bool {
    guard !isDocument, path.elements.count <= Self.maximumElements, !path.isRectilinear else { return false }
    let painted = canvas.clipBox.common(with: path.bounds(withControls: true))
    guard !painted.isNull, painted.width >= 0, painted.height >= 0 else { return true }
    let area = painted.insetBy(dx: -0.5, dy: -0.5).integral
    guard let mask = mask(of: path, rule, area),
      let pattern = canvas.pattern(
        mask.surface, CGAffineTransform(translationX: -area.minX, y: -area.minY), extends: 0, filter: 3)
    else { return false }
    canvas.call.cairo_mask(canvas.context, pattern)
    canvas.call.cairo_pattern_destroy(pattern)
    return true
  }

  /// Returns the coverage of the pixels in a region of the surface.
  private func mask(of path: Outline, _ rule: CGPathFillRule, _ area: CGRect) -> CairoCanvas? {
    let (width, height) = (Int(area.width), Int(area.height))
    guard let mask = try? alphas(width, height) else { return nil }
    var polygons = Outline()
    for (points, _) in path.flattened(tolerance: Self.tolerance) {
      polygons.move(to: points[0])
      for point in points.dropFirst() { polygons.line(to: point) }
      polygons.close()
    }
    // cairo's images have at most 32,767 rows.
    let rows = min(max(Self.bandBytes / (width * Self.scanLines), 1), 2000)
    for top in stride(from: 0, to: height, by: rows) {
      let map = CGAffineTransform(translationX: -area.minX, y: -area.minY - Double(top))
        .concatenating(CGAffineTransform(scaleX: 1, y: Double(Self.scanLines)))
      guard let band = try? alphas(width, min(rows, height - top) * Self.scanLines) else { return nil }
      canvas.call.cairo_set_source_rgba(band.context, 1, 1, 1, 1)
      canvas.call.cairo_set_fill_rule(band.context, rule == .winding ? 0 : 1)
      band.setPath(polygons.mapped(by: map))
      canvas.call.cairo_fill(band.context)
      reduce(band, of: min(rows, height - top), by: width, into: mask, at: top)
    }
    canvas.call.cairo_surface_mark_dirty(mask.surface)
    return mask
  }

  /// Averages the scan lines of a band to rows of a mask.
  private func reduce(_ band: CairoCanvas, of rows: Int, by width: Int, into mask: CairoCanvas, at top: Int) {
    let call = canvas.call
    call.cairo_surface_flush(band.surface)
    guard let from = call.cairo_image_surface_get_data(band.surface),
      let to = call.cairo_image_surface_get_data(mask.surface)
    else { return }
    let fine = Int(call.cairo_image_surface_get_stride(band.surface))
    let coarse = Int(call.cairo_image_surface_get_stride(mask.surface))
    for y in 0..<rows {
      let (row, out) = (from + y * Self.scanLines * fine, to + (top + y) * coarse)
      for x in 0..<width {
        var sum = UInt16(Self.scanLines / 2)
        for line in 0..<Self.scanLines { sum += UInt16(row[line * fine + x]) }
        out[x] = UInt8(sum / UInt16(Self.scanLines))
      }
    }
  }

  /// Creates a transparent surface with alpha only.
  private func alphas(_ width: Int, _ height: Int) throws -> CairoCanvas {
    try CairoCanvas(canvas.call.cairo_image_surface_create(2, Int32(width), Int32(height)), canvas.call)
  }
}

extension CairoReplay {
  /// Returns whether to draw a stroke by filling its outline. cairo strokes axis-aligned lines exactly.
  ///
  /// - Parameter path: on the surface.
  func strokesAccurately(_ path: Outline, _ style: StrokeStyle, _ pen: CGAffineTransform) -> Bool {
    guard !isDocument else { return false }
    let isPlain = path.isAxisAligned && pen.b == 0 && pen.c == 0 && style.join == .miter && style.cap != .round
    let dashes = style.dashes.isEmpty ? 0 : path.length / max(style.dashes.reduce(0, +) * pen.largestScale, 1e-9)
    let elements = Double(path.elements.count) + dashes * Double(style.dashes.count)
    return !isPlain && elements <= Double(Self.maximumElements) / 10
  }
}

extension Outline {
  /// Whether all edges of the filled region are axis-aligned.
  fileprivate var isRectilinear: Bool {
    subpaths.allSatisfy { subpath in
      let last = subpath.segments.last?.to ?? subpath.start
      return subpath.segments.allSatisfy { $0.isLine && Self.isAxisAligned($0.from, $0.to) }
        && Self.isAxisAligned(last, subpath.start)
    }
  }

  /// Whether all segments are axis-aligned lines.
  fileprivate var isAxisAligned: Bool {
    subpaths.allSatisfy { $0.segments.allSatisfy { $0.isLine && Self.isAxisAligned($0.from, $0.to) } }
  }

  private static func isAxisAligned(_ a: Point, _ b: Point) -> Bool { a.x == b.x || a.y == b.y }
}
