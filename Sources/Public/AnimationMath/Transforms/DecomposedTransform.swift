import CoreGraphics

/// What a map of space is made of: it scales, skews, turns, moves and then sees in perspective.
///
/// Source: W3C, "CSS Transforms Module Level 2", sections 11.2 and 11.3, after S. W. Thomas, "Decomposing a matrix into
/// simple transformations", Graphics Gems II, 1991.
package struct DecomposedTransform: Equatable, Sendable {
  /// What x, y, z and 1 count in w', after all else; (0, 0, 0, 1) is none.
  package var perspective = SIMD4<Double>(0, 0, 0, 1)
  /// Points.
  package var translation = SIMD3<Double>()
  package var rotation = Quaternion.none
  /// How much x is added for y, x for z, and y for z.
  package var skew = SIMD3<Double>()
  /// Factors of x, y and z; all negative where the map mirrors.
  package var scale = SIMD3<Double>(repeating: 1)

  package init() {}

  /// The parts of a map; nil when it flattens space, or has numbers that are none or too large to be squared.
  package init?(_ map: CATransform3D) {
    guard map.m44 != 0, map.isFinite else { return nil }
    let w = Double(map.m44)
    let (a, b, c, d) = (map.row1 / w, map.row2 / w, map.row3 / w, map.row4 / w)
    var (x, y, z) = (a.direction, b.direction, c.direction)
    let sizes = x.length * y.length * z.length
    // Sines between rows that are rounding errors are none: such a map is flat.
    guard abs(x.crossed(with: y).dot(z)) > 1e-14 * sizes else { return nil }

    let affine = CATransform3D(
      SIMD4(x, 0), SIMD4(y, 0), SIMD4(z, 0), SIMD4(d.direction, 1))
    let outer = SIMD4(a.w, b.w, c.w, 1)
    if outer != SIMD4(0, 0, 0, 1) {
      guard let back = affine.inverse else { return nil }
      perspective = SIMD4(
        (back.row1 * outer).sum(), (back.row2 * outer).sum(), (back.row3 * outer).sum(), (back.row4 * outer).sum())
    }
    translation = d.direction

    // Gram's and Schmidt's way: what of a row lies along earlier ones is skew, the rest is a side of a box.
    scale.x = x.length
    x /= scale.x
    skew.x = x.dot(y)
    y -= x * skew.x
    scale.y = y.length
    y /= scale.y
    skew.x /= scale.y
    (skew.y, skew.z) = (x.dot(z), y.dot(z))
    z -= x * skew.y + y * skew.z
    scale.z = z.length
    z /= scale.z
    (skew.y, skew.z) = (skew.y / scale.z, skew.z / scale.z)
    if x.crossed(with: y).dot(z) < 0 {
      scale = -scale
      (x, y, z) = (-x, -y, -z)
    }
    rotation = Quaternion(axes: x, y, z)
    guard map.isMade(of: self) else { return nil }
  }

  /// The map that is made of the parts.
  package var map: CATransform3D {
    let (x, y, z) = rotation.axes
    let rows = (
      x * scale.x, (y + x * skew.x) * scale.y, (z + x * skew.y + y * skew.z) * scale.z
    )
    let affine = CATransform3D(SIMD4(rows.0, 0), SIMD4(rows.1, 0), SIMD4(rows.2, 0), SIMD4(translation, 1))
    if perspective == SIMD4(0, 0, 0, 1) { return affine }
    func seen(_ row: SIMD4<Double>) -> SIMD4<Double> { SIMD4(row.direction, (row * perspective).sum()) }
    return CATransform3D(seen(affine.row1), seen(affine.row2), seen(affine.row3), seen(affine.row4))
  }

  /// The parts between these and others: turns the short way round, all else in equal steps.
  ///
  /// - Parameter u: 0 gives these, 1 the others; goes on beyond.
  package func mixed(with end: DecomposedTransform, at u: Double) -> DecomposedTransform {
    var result = DecomposedTransform()
    result.perspective = perspective + (end.perspective - perspective) * u
    result.translation = translation + (end.translation - translation) * u
    result.rotation = rotation.turned(towards: end.rotation, by: u)
    result.skew = skew + (end.skew - skew) * u
    result.scale = scale + (end.scale - scale) * u
    return result
  }
}

extension CATransform3D {
  /// False where numbers were lost on the way to the parts.
  fileprivate func isMade(of parts: DecomposedTransform) -> Bool {
    let rest = parts.perspective.sum() + parts.translation.sum() + parts.skew.sum() + parts.scale.sum()
    return rest.isFinite && parts.rotation.quaternion.sum().isFinite
  }
}

extension SIMD3<Double> {
  package func dot(_ other: Self) -> Double { (self * other).sum() }
  package var length: Double { dot(self).squareRoot() }
  package func crossed(with v: Self) -> Self {
    Self(y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x)
  }
}

extension SIMD4<Double> {
  /// Without w.
  fileprivate var direction: SIMD3<Double> { SIMD3(x, y, z) }
}
