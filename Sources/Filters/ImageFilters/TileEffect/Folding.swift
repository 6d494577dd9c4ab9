/// What tilings are folded with; places are in cells. Shader: Shared/Folding.glsl
enum Folding {
  /// There and back: 0 at 0, 1 at 1, 0 at 2, without end.
  static func mirrored(_ x: Lane) -> Lane { (x - (x * 0.5 + 0.5).rounded(.down) * 2).magnitude }

  /// The way from the nearest multiple of a step: -step / 2 or more, and less than step / 2. In the middle between two
  /// a device's quotient may lie on either side, as it need not be rounded correctly; so what is left decides.
  static func fromNearest(_ x: Lane, _ step: Float) -> Lane {
    let way = x - (x / step + 0.5).rounded(.down) * step
    let lower = way.replacing(with: way - step, where: way .>= step * 0.5)
    return lower.replacing(with: lower + step, where: lower .< step * -0.5)
  }

  /// The way from the nearest point of a lattice of hexagons: points at `step` times whole numbers, and others in the
  /// middles of those rectangles. With a ratio of the square root of 3 between the sides the hexagons are regular.
  static func hexagon(_ p: Point, step: SIMD2<Float>) -> Point {
    let corner = Point(fromNearest(p.x, step.x), fromNearest(p.y, step.y))
    let half = step * 0.5
    let middle = Point(fromNearest(p.x - half.x, step.x), fromNearest(p.y - half.y, step.y))
    let isMiddle = middle.x * middle.x + middle.y * middle.y .< corner.x * corner.x + corner.y * corner.y
    return corner.replacing(with: middle, where: isMiddle)
  }

  /// Mirrored to the far side of the line through the centre in direction `line` (cosine and sine), where it lies
  /// beyond.
  static func reflected(_ p: Point, at line: SIMD2<Float>) -> Point {
    let beyond = (p.y * line.x - p.x * line.y).atLeast(0) * 2
    return Point(p.x + beyond * line.y, p.y - beyond * line.x)
  }

  /// Turned clockwise by the angle of `line` (cosine and sine), where it lies beyond it.
  static func turned(_ p: Point, at line: SIMD2<Float>) -> Point {
    let turned = Point(p.x * line.x + p.y * line.y, p.y * line.x - p.x * line.y)
    return p.replacing(with: turned, where: turned.y .>= 0)
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
