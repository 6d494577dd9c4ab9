import CoreGraphics

/// A transform decomposed into scale, skew, rotation, translation and perspective, in order of application.
///
/// Source: W3C, "CSS Transforms Module Level 2", sections 11.2 and 11.3, after S. W. Thomas, "Decomposing a matrix into
/// simple transformations", Graphics Gems II, 1991.
package struct DecomposedTransform: Equatable, Sendable {
  /// The coefficients of x, y, z and 1 in w', applied last; (0, 0, 0, 1) is no perspective.
  package var perspective = SIMD4<Double>(0, 0, 0, 1)
  /// In points.
  package var translation = SIMD3<Double>()
  package var rotation = Quaternion.identity
  /// The shear factors: of y into x, of z into x, and of z into y.
  package var skew = SIMD3<Double>()
  /// The factors along x, y and z; all negative if the transform mirrors.
  package var scale = SIMD3<Double>(repeating: 1)

  package init() {}

  /// Decomposes a transform. Returns nil if it is singular, or an element is not finite or overflows when squared.
  package init?(_ map: CATransform3D) {
    guard map.m44 != 0, map.isFinite else { return nil }
    let w = Double(map.m44)
    let (a, b, c, d) = (map.row1 / w, map.row2 / w, map.row3 / w, map.row4 / w)
    var (x, y, z) = (a.direction, b.direction, c.direction)
    let sizes = x.length * y.length * z.length
    // A sine between rows that is only a rounding error counts as zero: such a transform is singular.
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

    // Gram–Schmidt: the component of a row along earlier rows is skew; the remainder is orthogonal to them.
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
    guard isFinite else { return nil }
  }

  /// The composed transform.
  package var map: CATransform3D {
    let (x, y, z) = rotation.axes
    let rows = (
      x * scale.x, (y + x * skew.x) * scale.y, (z + x * skew.y + y * skew.z) * scale.z
    )
    let affine = CATransform3D(SIMD4(rows.0, 0), SIMD4(rows.1, 0), SIMD4(rows.2, 0), SIMD4(translation, 1))
    if perspective == SIMD4(0, 0, 0, 1) { return affine }
    func projected(_ row: SIMD4<Double>) -> SIMD4<Double> { SIMD4(row.direction, (row * perspective).sum()) }
    return CATransform3D(
      projected(affine.row1), projected(affine.row2), projected(affine.row3), projected(affine.row4))
  }

  /// Returns the interpolation to `end`: rotations along the shorter arc, all other components linearly.
  ///
  /// - Parameter u: 0 returns this transform, 1 returns `end`; other values extrapolate.
  package func mixed(with end: DecomposedTransform, at u: Double) -> DecomposedTransform {
    var result = DecomposedTransform()
    result.perspective = perspective + (end.perspective - perspective) * u
    result.translation = translation + (end.translation - translation) * u
    result.rotation = rotation.interpolated(to: end.rotation, at: u)
    result.skew = skew + (end.skew - skew) * u
    result.scale = scale + (end.scale - scale) * u
    return result
  }

  private var isFinite: Bool {
    let sum = perspective.sum() + translation.sum() + skew.sum() + scale.sum()
    return sum.isFinite && rotation.vector.sum().isFinite
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
