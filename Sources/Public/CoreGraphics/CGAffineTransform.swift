import Foundation
import ImageGraph

/// A map of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct CGAffineTransform: Hashable, Sendable, Codable {
  /// How much x counts in x'.
  public var a: CGFloat
  /// How much x counts in y'.
  public var b: CGFloat
  /// How much y counts in x'.
  public var c: CGFloat
  /// How much y counts in y'.
  public var d: CGFloat
  /// What is added to x', in pixels.
  public var tx: CGFloat
  /// What is added to y', in pixels.
  public var ty: CGFloat

  /// The identity.
  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// The map of these six numbers.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The map of these six numbers, as older code writes it.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Counter-clockwise about the origin, where y points up.
  ///
  /// - Parameter angle: radians. Quarter turns are exact, so that they move pixels without resampling.
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

  /// Factors along x and y, about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

  /// - Parameters: pixels.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

  /// The map that moves nothing.
  public static let identity = CGAffineTransform()

  /// True when the map moves nothing.
  public var isIdentity: Bool { self == .identity }

  /// First this map, then `next`.
  public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(map.followed(by: next.map))
  }

  /// The map back; the map itself when it flattens the plane and there is none.
  public func inverted() -> CGAffineTransform { map.inverse.map(CGAffineTransform.init) ?? self }

  /// First the rotation, then this map.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// First the scaling, then this map.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// First the translation, then this map.
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

/// Points under a map.
extension CGPoint {
  /// Where the map moves the point.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

/// Sizes under a map.
extension CGSize {
  /// Width and height as a vector: the translation has no effect.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

/// Rectangles under a map.
extension CGRect {
  /// The bounding box of the mapped rectangle. Null and infinite rectangles stay as they are.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    if isNull || isInfinite { return self }
    return CGRect(t.map.apply(UserRect(self)))
  }
}
