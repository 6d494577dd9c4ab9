import Foundation

/// The coordinate frame of a tiling: cells of side `width`, rotated by `axes` (cosine and sine) about `center`.
struct TileFrame {
  let center: SIMD2<Float>
  let axes: SIMD2<Float>
  let width: Float

  /// Returns the position in cells, from the centre along the rotated axes. Shader: Shared/TileFrame.glsl
  func local(_ at: Point) -> Point {
    let way = at - center
    return Point((way.x * axes.x + way.y * axes.y) / width, (way.y * axes.x - way.x * axes.y) / width)
  }

  /// Returns the position of a point in cells.
  func position(_ p: Point) -> Point {
    Point((p.x * axes.x - p.y * axes.y) * width + center.x, (p.x * axes.y + p.y * axes.x) * width + center.y)
  }

  /// Returns the bounding box of corners in cells.
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

  /// Returns cosine and sine of an angle in radians.
  static func axes(_ angle: Float) -> SIMD2<Float> { [Float(cos(Double(angle))), Float(sin(Double(angle)))] }

  /// Returns the side of a cell, at least one pixel.
  static func side(_ width: Float) -> Float { width >= 1 ? width : 1 }
}

extension WarpFormula {
  /// Creates a tiling, which shows one cell everywhere, without end.
  ///
  /// - Parameters:
  ///   - corners: the corners of the area that `fold` maps to, in cells.
  ///   - fold: maps any position to the position in the cell that it shows.
  convenience init(tiling name: String, corners: [SIMD2<Double>], fold: @escaping @Sendable (Point) -> Point) {
    self.init(
      name,
      region: { (_, center: SIMD2<Float>, axes: SIMD2<Float>, width: Float) in
        TileFrame(center: center, axes: axes, width: width).bounds(of: corners)
      },
      extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: Float) in .infinite },
      reference: { (at, center: SIMD2<Float>, axes: SIMD2<Float>, width: Float) in
        let frame = TileFrame(center: center, axes: axes, width: width)
        return frame.position(fold(frame.local(at)))
      })
  }

  /// Creates a tiling by parallelograms: `slant` is cosine and sine of the angle between their sides.
  ///
  /// - Parameters:
  ///   - low: the lower left corner of the cell along its sides.
  ///   - fold: maps any position to the position in the cell that it shows, in lengths of the sides.
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
        let offset = frame.local(at)
        let second = offset.y / slant.y
        let cell = fold(Point(offset.x - second * slant.x, second))
        return frame.position(Point(cell.x + cell.y * slant.x, cell.y * slant.y))
      })
  }
}

extension Node {
  func tiled(by formula: WarpFormula, center: SIMD2<Double>, angle: Float, width: Float) -> Node {
    warped(by: formula, SIMD2<Float>(center), TileFrame.axes(angle), TileFrame.side(width))
  }

  /// Returns the image tiled by `formula`.
  ///
  /// - Parameter acuteAngle: the angle between the sides of a cell, in radians. A cell of no area gets a hundredth of
  ///   its side as its height.
  func tiled(
    by formula: WarpFormula, center: SIMD2<Double>, angle: Float, width: Float, acuteAngle: Float
  ) -> Node {
    var slant = TileFrame.axes(acuteAngle)
    if abs(slant.y) < 0.01 { slant.y = slant.y < 0 ? -0.01 : 0.01 }
    return warped(by: formula, SIMD2<Float>(center), TileFrame.axes(angle), TileFrame.side(width), slant)
  }
}
