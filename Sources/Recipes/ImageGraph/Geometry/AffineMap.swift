import Foundation

/// An affine map: p' = (a·x + c·y + tx, b·x + d·y + ty), as in Core Graphics.
package struct AffineMap: Hashable, Sendable {
  package var a, b, c, d, tx, ty: Double

  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  package static let identity = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  package static func translation(_ x: Double, _ y: Double) -> AffineMap {
    AffineMap(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  package static func scale(_ x: Double, _ y: Double) -> AffineMap {
    AffineMap(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A rotation by 90 degrees about the origin.
  package static let quarterTurn = AffineMap(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)

  /// Returns the composition of this map and `next`, which is applied second.
  package func followed(by next: AffineMap) -> AffineMap {
    AffineMap(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  package var determinant: Double { a * d - b * c }

  package var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

  /// The inverse map. Nil if the determinant is 0 or a coefficient is not finite.
  package var inverse: AffineMap? {
    let det = determinant
    guard isFinite, det.isFinite, abs(det) > 1e-300 else { return nil }
    let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
    let inverse = AffineMap(a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
    return inverse.isFinite ? inverse : nil
  }

  package func apply(_ p: SIMD2<Double>) -> SIMD2<Double> {
    [a * p.x + c * p.y + tx, b * p.x + d * p.y + ty]
  }

  /// Returns the bounding box of the mapped rectangle.
  package func apply(_ rect: UserRect) -> UserRect {
    let corners = [
      apply(rect.min), apply([rect.max.x, rect.min.y]), apply([rect.min.x, rect.max.y]), apply(rect.max),
    ]
    return UserRect(
      [corners.map(\.x).min()!, corners.map(\.y).min()!], [corners.map(\.x).max()!, corners.map(\.y).max()!])
  }

  /// Whether no side of a pixel becomes shorter, and at least one becomes longer.
  package var enlarges: Bool {
    let (x, y) = (a * a + b * b, c * c + d * d)
    return min(x, y) >= 1 - 1e-9 && max(x, y) > 1 + 1e-9
  }

  /// The translation, if the map is a translation by whole pixels; such a map does not resample. Else nil.
  package var integerTranslation: SIMD2<Double>? {
    guard a == 1, b == 0, c == 0, d == 1, tx == tx.rounded(), ty == ty.rounded() else { return nil }
    return [tx, ty]
  }

  /// Whether each whole pixel becomes a whole pixel: after a rotation by a multiple of 90 degrees, a mirroring, or
  /// both, a translation by whole pixels.
  package var permutesPixels: Bool {
    let isUpright = b == 0 && c == 0 && abs(a) == 1 && abs(d) == 1
    let isSideways = a == 0 && d == 0 && abs(b) == 1 && abs(c) == 1
    return (isUpright || isSideways) && tx == tx.rounded() && ty == ty.rounded()
  }

  package var isIdentity: Bool { self == .identity }
}
