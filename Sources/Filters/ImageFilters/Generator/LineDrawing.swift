import Foundation

/// A rasterizer of line segments with round ends: each pixel has the coverage of the line that covers most of it.
///
/// The coverage of a pixel is width / 2 + 1/2 less the distance of its centre from the segment, at most 1 and at most
/// the width.
struct LineDrawing {
  private let lines: [(from: SIMD2<Double>, to: SIMD2<Double>)]
  private let width: Double

  /// - Parameter vectors: x and y of both ends, four numbers each.
  /// - Throws: `invalidArgument` for numbers that are not finite, `limit` for more than a million lines.
  init(_ vectors: [[Double]], width: Float) throws(RenderError) {
    guard vectors.count <= 1_000_000 else {
      throw .limit("CIMeshGenerator: lines of inputMesh", requested: UInt64(vectors.count), allowed: 1_000_000)
    }
    guard width.isFinite, vectors.allSatisfy({ $0.count == 4 && $0.allSatisfy(\.isFinite) }) else {
      throw .invalidArgument(
        "CIMeshGenerator: inputWidth must be finite, and inputMesh vectors of four finite numbers, x and y of both ends"
      )
    }
    lines = vectors.map { ([$0[0], $0[1]], [$0[2], $0[3]]) }
    self.width = Double(width)
  }

  /// The box of whole pixels around all lines, the width on each side; nil when there is nothing to draw.
  var box: UserRect? {
    guard width > 0, let first = lines.first else { return nil }
    let points = lines.reduce(UserRect(first.from, first.from)) { box, line in
      UserRect(
        pointwiseMin(box.min, pointwiseMin(line.from, line.to)), pointwiseMax(box.max, pointwiseMax(line.from, line.to))
      )
    }
    return points.outset(by: width).pixels
  }

  /// Renders the lines.
  ///
  /// - Throws: `limit` for more than 2^28 pixels.
  func image(_ box: UserRect) throws(RenderError) -> Source {
    let allowed = 1 << 28
    guard box.width * box.height <= Double(allowed) else {
      throw .limit(
        "CIMeshGenerator: pixels around inputMesh", requested: UInt64(min(box.width * box.height, 1e18)),
        allowed: UInt64(allowed))
    }
    let pixels = try PixelBuffer(width: Int(box.width), height: Int(box.height), format: .l8, allowed: allowed)
    for line in lines { draw(line.from - box.min, line.to - box.min, pixels) }
    return Source(pixels, colorSpace: nil, alpha: .opaque, label: "mesh")
  }

  /// Draws a segment. Points are relative to the lower left corner of the image, its rows are stored from the top.
  private func draw(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ pixels: PixelBuffer) {
    let axis = b - a
    let length = (axis * axis).sum()
    let reach = width / 2 + 0.5
    let first = max(Int((min(a.y, b.y) - reach).rounded(.down)), 0)
    let last = min(Int((max(a.y, b.y) + reach).rounded(.up)), pixels.height - 1)
    for y in stride(from: first, through: last, by: 1) {
      guard let span = span(a, b, y: Double(y) + 0.5, reach) else { continue }
      let row = pixels.row(pixels.height - 1 - y)
      let left = max(Int(span.lowerBound - 0.5), 0)
      let right = min(Int(span.upperBound + 0.5), pixels.width - 1)
      for x in stride(from: left, through: right, by: 1) {
        let way = SIMD2(Double(x), Double(y)) + 0.5 - a
        let t = length > 0 ? min(max((way * axis).sum() / length, 0), 1) : 0
        let off = way - axis * t
        let strength = min(reach - (off * off).sum().squareRoot(), 1, width)
        let value = UInt8((max(strength, 0) * 255).rounded())
        if value > row.load(fromByteOffset: x, as: UInt8.self) {
          row.storeBytes(of: value, toByteOffset: x, as: UInt8.self)
        }
      }
    }
  }

  /// Returns the range of x in which a row passes within `reach` of a segment: between the discs around its ends and
  /// the sides that join them.
  private func span(_ a: SIMD2<Double>, _ b: SIMD2<Double>, y: Double, _ reach: Double) -> ClosedRange<Double>? {
    var crossings: [Double] = []
    for end in [a, b] where abs(y - end.y) <= reach {
      let half = (reach * reach - (y - end.y) * (y - end.y)).squareRoot()
      crossings += [end.x - half, end.x + half]
    }
    let axis = b - a
    let length = (axis * axis).sum().squareRoot()
    if length > 0 {
      let side = SIMD2(-axis.y, axis.x) * (reach / length)
      for offset in [side, -side] {
        let t = (y - a.y - offset.y) / axis.y
        if t >= 0, t <= 1 { crossings.append(a.x + offset.x + t * axis.x) }
      }
    }
    guard let low = crossings.min(), let high = crossings.max() else { return nil }
    return low...high
  }
}
