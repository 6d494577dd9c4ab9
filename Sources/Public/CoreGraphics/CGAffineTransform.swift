import Foundation
import ImageGraph

/// An affine transform of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct CGAffineTransform: Hashable, Sendable, Codable {
  /// The coefficient of x in x'.
  public var a: CGFloat
  /// The coefficient of x in y'.
  public var b: CGFloat
  /// The coefficient of y in x'.
  public var c: CGFloat
  /// The coefficient of y in y'.
  public var d: CGFloat
  /// The translation along x, in pixels.
  public var tx: CGFloat
  /// The translation along y, in pixels.
  public var ty: CGFloat

  /// Creates the identity.
  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// Creates the transform with these six coefficients.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates the transform with these six coefficients, without argument labels, as in early versions of Swift.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Creates a counter-clockwise rotation about the origin, with y pointing up.
  ///
  /// - Parameter angle: radians. Multiples of a quarter turn are exact, so that they move pixels without resampling.
  public init(rotationAngle angle: CGFloat) {
    let quarters = angle / (.pi / 2)
    let (sine, cosine): (CGFloat, CGFloat) =
      if quarters == quarters.rounded(), abs(quarters) < 1e6 {
        [(0, 1), (1, 0), (0, -1), (-1, 0)][((Int(quarters) % 4) + 4) % 4]
      } else {
        (sin(angle), cos(angle))
      }
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Creates a scaling by factors along x and y, about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

  /// Creates a translation, in pixels.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

  /// The identity.
  public static let identity = CGAffineTransform()

  /// Whether the transform is the identity.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that applies this transform first, then `next`.
  public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(map.followed(by: next.map))
  }

  /// Returns the inverse. If the transform is singular, returns the transform unchanged.
  public func inverted() -> CGAffineTransform { map.inverse.map(CGAffineTransform.init) ?? self }

  /// Returns the transform that applies the rotation first, then this transform.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns the transform that applies the scaling first, then this transform.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// Returns the transform that applies the translation first, then this transform.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }
}

extension CGAffineTransform: CustomStringConvertible {
  public var description: String { "[\(a), \(b), \(c), \(d), \(tx), \(ty)]" }
}

extension CGAffineTransform {
  package init(_ map: AffineMap) { self.init(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty) }
  package var map: AffineMap { AffineMap(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
}

/// Transforms of points.
extension CGPoint {
  /// Returns the transformed point.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

/// Transforms of sizes.
extension CGSize {
  /// Returns width and height transformed as a vector: the translation has no effect.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

/// Transforms of rectangles.
extension CGRect {
  /// Returns the bounding box of the transformed rectangle. Null and infinite rectangles are unchanged.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    if isNull || isInfinite { return self }
    return CGRect(t.map.apply(UserRect(self)))
  }
}
