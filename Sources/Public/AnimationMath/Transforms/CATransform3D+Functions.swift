import CoreGraphics

/// The identity transform.
public let CATransform3DIdentity = CATransform3D(
  m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0,
  m43: 0, m44: 1)

/// Returns whether the transform is the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Returns whether all sixteen elements are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns a translation, in points.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}

/// Returns a scaling by factors along x, y and z, about the origin.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}

/// Returns a rotation about an axis through the origin.
///
/// - Parameters:
///   - angle: radians; about z, counter-clockwise if y points up. Quarter turns are exact.
///   - x: the axis, with `y` and `z`, of any length. If its length is zero or not finite, the result is the identity.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  let largest = max(abs(x), abs(y), abs(z))
  guard largest > 0, largest.isFinite, x.isFinite, y.isFinite, z.isFinite, angle.isFinite else {
    return CATransform3DIdentity
  }
  // Divided first, so that no square of a component overflows or underflows.
  let wide = SIMD3<Double>(x / largest, y / largest, z / largest)
  let n = wide / (wide * wide).sum().squareRoot()
  let turn = CGAffineTransform(rotationAngle: angle)
  let (c, s) = (Double(turn.a), Double(turn.b))
  let k = n * (1 - c)
  return CATransform3D(
    SIMD4(k.x * n.x + c, k.x * n.y + s * n.z, k.x * n.z - s * n.y, 0),
    SIMD4(k.y * n.x - s * n.z, k.y * n.y + c, k.y * n.z + s * n.x, 0),
    SIMD4(k.z * n.x + s * n.y, k.z * n.y - s * n.x, k.z * n.z + c, 0), SIMD4(0, 0, 0, 1))
}

/// Returns the translation followed by `t`.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D { CATransform3DMakeTranslation(tx, ty, tz).followed(by: t) }

/// Returns the scaling followed by `t`.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3DMakeScale(sx, sy, sz).followed(by: t)
}

/// Returns the rotation followed by `t`. If the axis has no length, returns `t`.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DMakeRotation(angle, x, y, z).followed(by: t) }

/// Returns the concatenation of `a`, applied first, and `b`: the product `a · b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D { a.followed(by: b) }

/// Returns the inverse; `t` itself if it is not invertible.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D { t.inverse ?? t }

/// Returns an affine transform of the plane z = 0 as a transform of space.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
  return t
}

/// Returns whether the transform is affine in the plane: z is neither read nor changed, and there is no perspective.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t == CATransform3DMakeAffineTransform(CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42))
}

/// Returns the affine transform that `t` represents; the identity if `t` is not affine.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  guard CATransform3DIsAffine(t) else { return .identity }
  return CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
