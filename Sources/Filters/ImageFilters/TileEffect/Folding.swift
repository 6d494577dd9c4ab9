/// The folding functions of tilings; positions are in cells. Shader: Shared/Folding.glsl
enum Folding {
  /// Returns a triangle wave: 0 at 0, 1 at 1, 0 at 2, periodic.
  static func mirrored(_ x: Lane) -> Lane { (x - (x * 0.5 + 0.5).rounded(.down) * 2).magnitude }

  /// Returns the signed distance from the nearest multiple of a step, in -step / 2..<step / 2. In the middle between
  /// two multiples, a device's quotient may round to either, because it need not be correctly rounded; therefore the
  /// remainder decides.
  static func fromNearest(_ x: Lane, _ step: Float) -> Lane {
    let way = x - (x / step + 0.5).rounded(.down) * step
    let lower = way.replacing(with: way - step, where: way .>= step * 0.5)
    return lower.replacing(with: lower + step, where: lower .< step * -0.5)
  }

  /// Returns the offset from the nearest point of a hexagonal lattice: points at `step` times integers, and others in
  /// the centres of those rectangles. With a ratio of √3 between the sides the hexagons are regular.
  static func hexagon(_ p: Point, step: SIMD2<Float>) -> Point {
    let corner = Point(fromNearest(p.x, step.x), fromNearest(p.y, step.y))
    let half = step * 0.5
    let middle = Point(fromNearest(p.x - half.x, step.x), fromNearest(p.y - half.y, step.y))
    let isMiddle = middle.x * middle.x + middle.y * middle.y .< corner.x * corner.x + corner.y * corner.y
    return corner.replacing(with: middle, where: isMiddle)
  }

  /// Returns the point, mirrored at the line through the centre in direction `line` (cosine and sine) if it is beyond
  /// the line.
  static func reflected(_ p: Point, at line: SIMD2<Float>) -> Point {
    let beyond = (p.y * line.x - p.x * line.y).atLeast(0) * 2
    return Point(p.x + beyond * line.y, p.y - beyond * line.x)
  }

  /// Returns the point, rotated clockwise by the angle of `line` (cosine and sine) if it is beyond the line.
  static func rotated(_ p: Point, at line: SIMD2<Float>) -> Point {
    let rotated = Point(p.x * line.x + p.y * line.y, p.y * line.x - p.x * line.y)
    return p.replacing(with: rotated, where: rotated.y .>= 0)
  }

  /// Directions at 30 and 60 degrees.
  static let thirty: SIMD2<Float> = [0.8660254, 0.5]
  static let sixty: SIMD2<Float> = [0.5, 0.8660254]
  static let root3: Float = 1.7320508
  /// 1 / √3: the side of a hexagon whose opposite sides are 1 apart.
  static let inverseRoot3: Float = 0.57735027
}

extension Point {
  func replacing(with other: Point, where mask: LaneMask) -> Point {
    Point(x.replacing(with: other.x, where: mask), y.replacing(with: other.y, where: mask))
  }
}
