import Foundation

/// Where the pattern of a tiling lies: cells of side `width`, turned by `axes` (cosine and sine) about `center`.
struct TileFrame {
  let center: SIMD2<Float>
  let axes: SIMD2<Float>
  let width: Float

  /// A position in cells, from the centre along the turned axes. Shader: Shared/TileFrame.glsl
  func local(_ at: Point) -> Point {
    let way = at - center
    return Point((way.x * axes.x + way.y * axes.y) / width, (way.y * axes.x - way.x * axes.y) / width)
  }

  /// The position of a place in cells.
  func place(_ p: Point) -> Point {
    Point((p.x * axes.x - p.y * axes.y) * width + center.x, (p.x * axes.y + p.y * axes.x) * width + center.y)
  }

  /// The box around corners that are given in cells.
  func bounds(of corners: [SIMD2<Double>]) -> UserRect {
    let (axes, center) = (SIMD2<Double>(axes), SIMD2<Double>(center))
    let points = corners.map { p in
      center + SIMD2(p.x * axes.x - p.y * axes.y, p.x * axes.y + p.y * axes.x) * Double(width)
    }
    return points.dropFirst().reduce(UserRect(points[0], points[0])) { box, p in
      UserRect(
        [min(box.min.x, p.x), min(box.min.y, p.y)], [max(box.max.x, p.x), max(box.max.y, p.y)])
    }
  }

  /// Cosine and sine of an angle in radians.
  static func axes(_ angle: Float) -> SIMD2<Float> { [Float(cos(Double(angle))), Float(sin(Double(angle)))] }

  /// A cell has at least the size of a pixel.
  static func side(_ width: Float) -> Float { width >= 1 ? width : 1 }
}

extension WarpFormula {
  /// A tiling: everything comes from one cell, without end.
  ///
  /// - Parameters:
  ///   - corners: around the places that `fold` gives, in cells.
  ///   - fold: from any place to the one in the cell that it shows.
  convenience init(tiling name: String, corners: [SIMD2<Double>], fold: @escaping @Sendable (Point) -> Point) {
    self.init(
      name,
      region: { (_, center: SIMD2<Float>, axes: SIMD2<Float>, width: Float) in
        TileFrame(center: center, axes: axes, width: width).bounds(of: corners)
      },
      extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: Float) in .infinite },
      reference: { (at, center: SIMD2<Float>, axes: SIMD2<Float>, width: Float) in
        let frame = TileFrame(center: center, axes: axes, width: width)
        return frame.place(fold(frame.local(at)))
      })
  }

  /// A tiling by parallelograms: `slant` is cosine and sine of the angle between their sides.
  ///
  /// - Parameters:
  ///   - low: the lower left corner of the cell along its sides.
  ///   - fold: from any place to the one in the cell that it shows, in lengths of the sides.
  convenience init(slanted name: String, low: Double, fold: @escaping @Sendable (Point) -> Point) {
    self.init(
      name,
      region: { (_, center: SIMD2<Float>, axes: SIMD2<Float>, width: Float, slant: SIMD2<Float>) in
        let slant = SIMD2<Double>(slant)
        let corners = [SIMD2(low, low), [low + 1, low], [low, low + 1], [low + 1, low + 1]]
        return TileFrame(center: center, axes: axes, width: width)
          .bounds(of: corners.map { [$0.x + $0.y * slant.x, $0.y * slant.y] })
      },
      extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: Float, _: SIMD2<Float>) in .infinite },
      reference: { (at, center: SIMD2<Float>, axes: SIMD2<Float>, width: Float, slant: SIMD2<Float>) in
        let frame = TileFrame(center: center, axes: axes, width: width)
        let place = frame.local(at)
        let second = place.y / slant.y
        let cell = fold(Point(place.x - second * slant.x, second))
        return frame.place(Point(cell.x + cell.y * slant.x, cell.y * slant.y))
      })
  }
}

extension Node {
  func tiled(by formula: WarpFormula, center: SIMD2<Double>, angle: Float, width: Float) -> Node {
    warped(by: formula, SIMD2<Float>(center), TileFrame.axes(angle), TileFrame.side(width))
  }

  /// - Parameter acuteAngle: between the sides of a cell, radians; a cell of no area gets a hundredth of its side as
  ///   height.
  func tiled(
    by formula: WarpFormula, center: SIMD2<Double>, angle: Float, width: Float, acuteAngle: Float
  ) -> Node {
    var slant = TileFrame.axes(acuteAngle)
    if abs(slant.y) < 0.01 { slant.y = slant.y < 0 ? -0.01 : 0.01 }
    return warped(by: formula, SIMD2<Float>(center), TileFrame.axes(angle), TileFrame.side(width), slant)
  }
}
