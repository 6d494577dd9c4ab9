import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// The projection of an emitter's particles with depth into the emitter's plane, along the line of sight.
///
/// A particle stays parallel to the plane. The derivative of the projection is taken as constant over the particle.
struct ParticleView {
  /// The transform from the layer's points to those of the displayed plane, with z.
  private let space: CATransform3D
  /// The map of the layer's plane, and its inverse.
  private let flat, back: PlaneMap

  /// Creates a projection; returns nil if the plane is seen edge-on.
  init?(_ space: CATransform3D) {
    (self.space, flat) = (space, PlaneMap(space))
    guard let back = flat.inverse else { return nil }
    self.back = back
  }

  /// Returns the affine map around the projected position, and the nearness. Returns nil behind the eye, and if the
  /// magnification exceeds one hundred.
  func projected(_ position: SIMD3<Double>) -> (map: AffineMap, nearness: Double)? {
    let (point, eye) = (SIMD2(position.x, position.y), space.applied(to: SIMD4(position, 1)))
    guard eye.w > 0, eye.w > abs(flat.depth(point)) / 100 else { return nil }
    let map = PlaneMap(CATransform3DTranslate(space, 0, 0, position.z)).followed(by: back)
    guard let mapped = map.apply(point) else { return nil }
    let (dx, dy) = map.slopes(at: point, to: mapped)
    return (AffineMap(a: dx.x, b: dx.y, c: dy.x, d: dy.y, tx: mapped.x, ty: mapped.y), eye.z / eye.w)
  }
}
