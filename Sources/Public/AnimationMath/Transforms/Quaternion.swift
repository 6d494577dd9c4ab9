import CoreGraphics

/// A rotation of space about the origin, as a unit quaternion (x, y, z, w).
package struct Quaternion: Equatable, Sendable {
  package var vector: SIMD4<Double>

  package static let identity = Quaternion(SIMD4(0, 0, 0, 1))

  package init(_ vector: SIMD4<Double>) { self.vector = vector }

  /// Creates the rotation that maps the coordinate axes to these, which are orthonormal.
  ///
  /// Source: S. W. Shepperd, "Quaternion from rotation matrix", Journal of Guidance and Control 1, 1978: the largest of
  /// the four components first, so that no division is by a small one.
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
    vector = whole / (whole * whole).sum().squareRoot()
  }

  /// The rotated coordinate axes.
  package var axes: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
    let q = vector
    return (
      SIMD3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w)),
      SIMD3(2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w)),
      SIMD3(2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y))
    )
  }

  /// Returns the spherical linear interpolation to another rotation, along the shorter arc.
  ///
  /// - Parameter u: 0 returns this rotation, 1 returns `end`; other values extrapolate.
  ///
  /// Source: K. Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985.
  package func interpolated(to end: Quaternion, at u: Double) -> Quaternion {
    let a = vector
    // A quaternion and its negative are the same rotation.
    let b = (a * end.vector).sum() < 0 ? -end.vector : end.vector
    let (difference, sum) = (a - b, a + b)
    // By the tangent, as the cosine of a small angle loses digits.
    let angle = 2 * atan2((difference * difference).sum().squareRoot(), (sum * sum).sum().squareRoot())
    guard angle > 1e-9, u.isFinite else { return u < 0.5 ? self : end }
    let mixed = a * (sin((1 - u) * angle) / sin(angle)) + b * (sin(u * angle) / sin(angle))
    return Quaternion(mixed / (mixed * mixed).sum().squareRoot())
  }
}

extension Quaternion {
  /// Creates the rotation first about x, then about y, then about z.
  ///
  /// - Parameter angles: radians.
  package init(angles: SIMD3<Double>) {
    let (x, y, z) = (Quaternion(angles.x, about: 0), Quaternion(angles.y, about: 1), Quaternion(angles.z, about: 2))
    self = x.followed(by: y).followed(by: z)
  }

  private init(_ angle: Double, about axis: Int) {
    vector = SIMD4(0, 0, 0, cos(angle / 2))
    vector[axis] = sin(angle / 2)
  }

  private func followed(by next: Quaternion) -> Quaternion {
    let (p, q) = (next.vector, vector)
    return Quaternion(
      SIMD4(
        p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
        p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z))
  }

  /// The Euler angles, in radians, of rotations first about x, then y, then z: y in −π/2...π/2, the others in −π...π.
  /// If y is a quarter turn (gimbal lock), x is 0 and z has the whole rotation.
  ///
  /// Source: the product of the three matrices, solved for the angles.
  package var angles: SIMD3<Double> {
    let (x, y, z) = axes
    let across = (x.x * x.x + x.y * x.y).squareRoot()
    let about = atan2(-x.z, across)
    guard across > 1e-9 else { return SIMD3(0, about, atan2(-y.x, y.y)) }
    return SIMD3(atan2(y.z, z.z), about, atan2(x.y, x.x))
  }
}
