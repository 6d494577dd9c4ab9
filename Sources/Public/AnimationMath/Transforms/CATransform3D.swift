import CoreGraphics

/// A 4x4 transform of space, applied to row vectors, `[x y z 1] · M`.
///
/// Translation is in `m41 m42 m43`, perspective in `m14 m24 m34` (for an eye at distance d from z = 0, m34 = −1/d).
public struct CATransform3D: Equatable, Hashable, Sendable, Codable {
  /// The coefficient of x in x'.
  public var m11: CGFloat
  /// The coefficient of x in y'.
  public var m12: CGFloat
  /// The coefficient of x in z'.
  public var m13: CGFloat
  /// The coefficient of x in w', by which x', y' and z' are divided.
  public var m14: CGFloat
  /// The coefficient of y in x'.
  public var m21: CGFloat
  /// The coefficient of y in y'.
  public var m22: CGFloat
  /// The coefficient of y in z'.
  public var m23: CGFloat
  /// The coefficient of y in w'.
  public var m24: CGFloat
  /// The coefficient of z in x'.
  public var m31: CGFloat
  /// The coefficient of z in y'.
  public var m32: CGFloat
  /// The coefficient of z in z'.
  public var m33: CGFloat
  /// The coefficient of z in w'.
  public var m34: CGFloat
  /// The translation along x, in points.
  public var m41: CGFloat
  /// The translation along y, in points.
  public var m42: CGFloat
  /// The translation along z, in points.
  public var m43: CGFloat
  /// The constant term of w'; 1 for transforms without perspective.
  public var m44: CGFloat

  /// Creates a transform of sixteen zeros, as on Apple's systems. `CATransform3DIdentity` is the identity.
  public init() {
    self.init(
      m11: 0, m12: 0, m13: 0, m14: 0, m21: 0, m22: 0, m23: 0, m24: 0, m31: 0, m32: 0, m33: 0, m34: 0, m41: 0, m42: 0,
      m43: 0, m44: 0)
  }

  /// Creates a transform from its sixteen elements.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
}

extension CATransform3D {
  package typealias Row = SIMD4<Double>

  /// Creates a transform from its rows.
  package init(_ r1: Row, _ r2: Row, _ r3: Row, _ r4: Row) {
    self.init(
      m11: r1.x, m12: r1.y, m13: r1.z, m14: r1.w, m21: r2.x, m22: r2.y, m23: r2.z, m24: r2.w, m31: r3.x, m32: r3.y,
      m33: r3.z, m34: r3.w, m41: r4.x, m42: r4.y, m43: r4.z, m44: r4.w)
  }

  package var row1: Row { Row(m11, m12, m13, m14) }
  package var row2: Row { Row(m21, m22, m23, m24) }
  package var row3: Row { Row(m31, m32, m33, m34) }
  package var row4: Row { Row(m41, m42, m43, m44) }

  /// Whether all elements are finite.
  package var isFinite: Bool {
    // Zero times a finite value is zero; zero times an infinity or a NaN is a NaN.
    let sum = (row1 * 0 + row2 * 0 + row3 * 0 + row4 * 0).sum()
    return sum == 0
  }

  /// Returns `[x y z w] · M`, not divided by w'.
  package func applied(to v: Row) -> Row { row1 * v.x + row2 * v.y + row3 * v.z + row4 * v.w }

  /// Returns this transform followed by `next`: `self · next`.
  package func followed(by next: CATransform3D) -> CATransform3D {
    CATransform3D(next.applied(to: row1), next.applied(to: row2), next.applied(to: row3), next.applied(to: row4))
  }

  /// The inverse; nil if the transform is singular, or the inverse is not finite.
  ///
  /// Source: Cramer's rule, with the 2x2 minors of the upper and the lower two rows (P. S. Laplace's expansion).
  package var inverse: CATransform3D? {
    let (upper, lower) = (Minors(row1, row2), Minors(row3, row4))
    let (s, t) = (upper, lower)
    let determinant = s.xy * t.zw - s.xz * t.yw + s.xw * t.yz + s.yz * t.xw - s.yw * t.xz + s.zw * t.xy
    guard determinant != 0, determinant.isFinite else { return nil }
    let (a, b, c, d) = (row1, row2, row3, row4)
    func row(_ w: Double, _ x: Double, _ y: Double, _ z: Double) -> Row { Row(w, x, y, z) / determinant }
    let found = CATransform3D(
      row(
        b.y * t.zw - b.z * t.yw + b.w * t.yz, -a.y * t.zw + a.z * t.yw - a.w * t.yz,
        d.y * s.zw - d.z * s.yw + d.w * s.yz, -c.y * s.zw + c.z * s.yw - c.w * s.yz),
      row(
        -b.x * t.zw + b.z * t.xw - b.w * t.xz, a.x * t.zw - a.z * t.xw + a.w * t.xz,
        -d.x * s.zw + d.z * s.xw - d.w * s.xz, c.x * s.zw - c.z * s.xw + c.w * s.xz),
      row(
        b.x * t.yw - b.y * t.xw + b.w * t.xy, -a.x * t.yw + a.y * t.xw - a.w * t.xy,
        d.x * s.yw - d.y * s.xw + d.w * s.xy, -c.x * s.yw + c.y * s.xw - c.w * s.xy),
      row(
        -b.x * t.yz + b.y * t.xz - b.z * t.xy, a.x * t.yz - a.y * t.xz + a.z * t.xy,
        -d.x * s.yz + d.y * s.xz - d.z * s.xy, c.x * s.yz - c.y * s.xz + c.z * s.xy))
    return found.isFinite ? found : nil
  }

  /// The six 2x2 minors of two rows.
  private struct Minors {
    let xy, xz, xw, yz, yw, zw: Double

    init(_ a: Row, _ b: Row) {
      (xy, xz, xw) = (a.x * b.y - a.y * b.x, a.x * b.z - a.z * b.x, a.x * b.w - a.w * b.x)
      (yz, yw, zw) = (a.y * b.z - a.z * b.y, a.y * b.w - a.w * b.y, a.z * b.w - a.w * b.z)
    }
  }
}
