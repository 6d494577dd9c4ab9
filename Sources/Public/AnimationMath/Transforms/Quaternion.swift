import CoreGraphics

/// A rotation of space about the origin, as a unit quaternion (x, y, z, w).
package struct Quaternion: Equatable, Sendable {
  package var quaternion: SIMD4<Double>

  package static let none = Quaternion(SIMD4(0, 0, 0, 1))

  package init(_ quaternion: SIMD4<Double>) { self.quaternion = quaternion }

  /// The rotation that brings the axes of space to these, which are of length 1 and at right angles.
  ///
  /// Source: S. W. Shepperd, "Quaternion from rotation matrix", Journal of Guidance and Control 1, 1978: the largest of
  /// the four numbers first, so that nothing is divided by a small one.
  package init(axes x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    let squares = SIMD4(
      1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + x.x + y.y + z.z)
    let largest = squares.max()
    let whole =
      if squares.w == largest {
        SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, largest)
      } else if squares.x == largest {
        SIMD4(largest, x.y + y.x, z.x + x.z, y.z - z.y)
      } else if squares.y == largest {
        SIMD4(x.y + y.x, largest, y.z + z.y, z.x - x.z)
      } else {
        SIMD4(z.x + x.z, y.z + z.y, largest, x.y - y.x)
      }
    quaternion = whole / (whole * whole).sum().squareRoot()
  }

  /// Where the axes of space are brought to.
  package var axes: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
    let q = quaternion
    return (
      SIMD3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w)),
      SIMD3(2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w)),
      SIMD3(2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y))
    )
  }

  /// A part of the way to another rotation, the short way round at an even speed.
  ///
  /// - Parameter u: 0 stays, 1 arrives; goes on beyond.
  ///
  /// Source: K. Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985.
  package func turned(towards end: Quaternion, by u: Double) -> Quaternion {
    let a = quaternion
    // A quaternion and its opposite are one rotation.
    let b = (a * end.quaternion).sum() < 0 ? -end.quaternion : end.quaternion
    let (apart, together) = (a - b, a + b)
    // By the tangent: the cosine of small angles has lost their digits.
    let angle = 2 * atan2((apart * apart).sum().squareRoot(), (together * together).sum().squareRoot())
    guard angle > 1e-9, u.isFinite else { return u < 0.5 ? self : end }
    let mixed = a * (sin((1 - u) * angle) / sin(angle)) + b * (sin(u * angle) / sin(angle))
    return Quaternion(mixed / (mixed * mixed).sum().squareRoot())
  }
}

extension Quaternion {
  /// First about x, then about y, then about z.
  ///
  /// - Parameter angles: radians.
  package init(angles: SIMD3<Double>) {
    let (x, y, z) = (Quaternion(angles.x, about: 0), Quaternion(angles.y, about: 1), Quaternion(angles.z, about: 2))
    self = x.followed(by: y).followed(by: z)
  }

  private init(_ angle: Double, about axis: Int) {
    quaternion = SIMD4(0, 0, 0, cos(angle / 2))
    quaternion[axis] = sin(angle / 2)
  }

  private func followed(by next: Quaternion) -> Quaternion {
    let (p, q) = (next.quaternion, quaternion)
    return Quaternion(
      SIMD4(
        p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
        p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z))
  }

  /// The angles, radians, that give this rotation first about x, then y, then z: y in −π/2...π/2, the others in −π...π.
  /// Where y is a quarter turn, so that x and z turn about one axis, all of it is z.
  ///
  /// Source: the product of the three matrices, read back.
  package var angles: SIMD3<Double> {
    let (x, y, z) = axes
    let across = (x.x * x.x + x.y * x.y).squareRoot()
    let about = atan2(-x.z, across)
    guard across > 1e-9 else { return SIMD3(0, about, atan2(-y.x, y.y)) }
    return SIMD3(atan2(y.z, z.z), about, atan2(x.y, x.x))
  }
}
