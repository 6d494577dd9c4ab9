import CoreGraphics
import Foundation
import ImageGraph
import LayerTime

/// Where particles of an emitter that keeps their depth are seen: in its plane, on the line from the eye through them.
///
/// A particle stays parallel to the plane. What makes another point of it is taken as what it is in its middle.
struct ParticleView {
  /// From the layer's points to those of the plane in which it is seen, with z.
  private let space: CATransform3D
  /// From there back to the layer's plane.
  private let back: PlaneMap

  /// Nil where the plane is seen from its side.
  init?(_ space: CATransform3D) {
    guard let back = PlaneMap(space).inverse else { return nil }
    (self.space, self.back) = (space, back)
  }

  /// The place in the layer's plane, what becomes of lengths around it, and how near it is; nil behind the eye, and so
  /// near that it would be enlarged more than a hundred times.
  func seen(_ place: SIMD3<Double>) -> (map: AffineMap, nearness: Double)? {
    // What space does to the plane of the particle's z.
    let x = SIMD3(space.m11, space.m21, space.m41 + space.m31 * place.z)
    let y = SIMD3(space.m12, space.m22, space.m42 + space.m32 * place.z)
    let w = SIMD3(space.m14, space.m24, space.m44 + space.m34 * place.z)
    let own = PlaneMap(x: x, y: y, w: w)
    let flat = SIMD2(place.x, place.y)
    let (depth, plain) = (own.depth(flat), PlaneMap(space).depth(flat))
    guard depth > 0, depth > abs(plain) / 100 else { return nil }
    let map = own.followed(by: back)
    guard let point = map.apply(flat) else { return nil }
    let slopes = map.slopes(at: flat, to: point)
    let linear = AffineMap(
      a: slopes.dx.x, b: slopes.dx.y, c: slopes.dy.x, d: slopes.dy.y, tx: point.x, ty: point.y)
    let z = space.m13 * place.x + space.m23 * place.y + space.m33 * place.z + space.m43
    return (linear, z / depth)
  }
}
