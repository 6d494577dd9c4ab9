import ImageFilters
import ImageGraph
import TestSupport
import Testing

/// The coverage of pixels by quadrilaterals, compared with the area of the polygon clipped to a pixel's square.
@Suite struct QuadAreaTests {
  typealias Corners = [SIMD2<Double>]

  /// Sutherland and Hodgman's clipping, then the shoelace formula.
  func covered(_ corners: Corners, _ x: Int, _ y: Int) -> Double {
    var shape = corners
    for (axis, sign, edge) in [(0, 1, x), (0, -1, x + 1), (1, 1, y), (1, -1, y + 1)] {
      func inside(_ p: SIMD2<Double>) -> Double { (p[axis] - Double(edge)) * Double(sign) }
      var left: Corners = []
      for (index, point) in shape.enumerated() {
        let next = shape[(index + 1) % shape.count]
        let (a, b) = (inside(point), inside(next))
        if a >= 0 { left.append(point) }
        if (a < 0) != (b < 0) { left.append(point + (next - point) * (a / (a - b))) }
      }
      shape = left
      if shape.isEmpty { return 0 }
    }
    var area = 0.0
    for (index, a) in shape.enumerated() {
      let b = shape[(index + 1) % shape.count]
      area += (a.x * b.y - b.x * a.y) / 2
    }
    return abs(area)
  }

  func quad(_ corners: Corners) -> Node { QuadArea(corners).painted(SIMD4<Float>.one, extent: .infinite) }

  static let shapes: [Corners] = [
    // Turned, either way around; level; a trapezoid; a sliver; less than a pixel; a needle's end.
    [[3.2, 1.1], [12.7, 4.9], [9.4, 13.3], [0.3, 9]],
    [[0.3, 9], [9.4, 13.3], [12.7, 4.9], [3.2, 1.1]],
    [[1.25, 2.5], [8.75, 2.5], [8.75, 9.125], [1.25, 9.125]],
    [[1, 1], [13, 5.5], [13, 7.25], [1, 12]],
    [[1.3, 1.1], [12.1, 12.2], [12, 12.35], [1.2, 1.25]],
    [[5.1, 5.2], [5.7, 5.4], [5.6, 5.9], [5.2, 5.8]],
    [[0.5, 7], [14, 6.9], [14, 7.15], [0.5, 7.05]],
    // A level edge but for rounding.
    [[2, 3], [12, 3.000001], [12, 9], [2, 8.999999]],
  ]

  @Test(arguments: shapes)
  func pixelsShowWhatIsCovered(_ corners: Corners) throws {
    let region = UserRect(x: -1, y: -1, width: 16, height: 16)
    let shown = try pixels(quad(corners), region)
    for y in -1..<15 {
      for x in -1..<15 {
        let value = Double(shown[(14 - y) * 16 + x + 1].w)
        #expect(abs(value - covered(corners, x, y)) < 2e-5, "\(x) \(y)")
      }
    }
  }

  /// A large quadrilateral far from the origin: its corners are as precise as coordinates of such pixels.
  @Test func farAway() throws {
    let at = SIMD2(123_456.0, -98_765.0)
    let corners = Self.shapes[0].map { $0 * 300 + at }
    for (x, y) in [(124_800, -97_800), (125_000, -98_100), (123_600, -96_000)] {
      let region = UserRect(x: Double(x), y: Double(y), width: 64, height: 64)
      let shown = try pixels(quad(corners), region)
      for row in stride(from: 0, to: 64, by: 7) {
        for column in stride(from: 0, to: 64, by: 5) {
          let value = Double(shown[(63 - row) * 64 + column].w)
          #expect(abs(value - covered(corners, x + column, y + row)) < 1e-3)
        }
      }
    }
  }
}
