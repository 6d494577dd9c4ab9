import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// Where particles of an emitter that keeps their depth are seen: in its plane, on the line from the eye through them.
///
/// A particle stays parallel to the plane. What makes another point of it is taken as what it is in its middle.
struct ParticleView {
  /// From the layer's points to those of the plane in which it is seen, with z.
  private let space: CATransform3D
  /// The same of the layer's plane alone, and the way back.
  private let flat, back: PlaneMap

  /// Nil where the plane is seen from its side.
  init?(_ space: CATransform3D) {
    (self.space, flat) = (space, PlaneMap(space))
    guard let back = flat.inverse else { return nil }
    self.back = back
  }

  /// The place in the layer's plane, what becomes of lengths around it, and how near it is; nil behind the eye, and so
  /// near that it would be enlarged more than a hundred times.
  func seen(_ place: SIMD3<Double>) -> (map: AffineMap, nearness: Double)? {
    let (point, eye) = (SIMD2(place.x, place.y), space.applied(to: SIMD4(place, 1)))
    guard eye.w > 0, eye.w > abs(flat.depth(point)) / 100 else { return nil }
    let map = PlaneMap(CATransform3DTranslate(space, 0, 0, place.z)).followed(by: back)
    guard let shown = map.apply(point) else { return nil }
    let (dx, dy) = map.slopes(at: point, to: shown)
    return (AffineMap(a: dx.x, b: dx.y, c: dy.x, d: dy.y, tx: shown.x, ty: shown.y), eye.z / eye.w)
  }
}
