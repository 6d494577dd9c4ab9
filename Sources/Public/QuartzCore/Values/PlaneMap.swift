import AnimationMath
import CoreGraphics
import Foundation

/// A projective transform of the plane (homography): (x, y) is mapped to (x · p, y · p) / (w · p) with p = (px, py, 1).
struct PlaneMap: Equatable, Sendable {
  var x, y, w: SIMD3<Double>

  static let identity = PlaneMap(x: [1, 0, 0], y: [0, 1, 0], w: [0, 0, 1])

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) { (self.x, self.y, self.w) = (x, y, w) }

  /// The projection of a transform of space: it is applied to points of z = 0, and z of the result is dropped.
  init(_ map: CATransform3D) {
    x = [map.m11, map.m21, map.m41]
    y = [map.m12, map.m22, map.m42]
    w = [map.m14, map.m24, map.m44]
  }

  init(_ map: CGAffineTransform) {
    (x, y, w) = ([map.a, map.c, map.tx], [map.b, map.d, map.ty], [0, 0, 1])
  }

  /// Returns this map followed by `next`.
  func followed(by next: PlaneMap) -> PlaneMap {
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> { x * r.x + y * r.y + w * r.z }
    return PlaneMap(x: row(next.x), y: row(next.y), w: row(next.w))
  }

  /// The inverse; nil if the map is singular.
  var inverse: PlaneMap? {
    let (a, b, c) = (y.crossed(with: w), w.crossed(with: x), x.crossed(with: y))
    let determinant = x.dot(a)
    guard determinant.isFinite, abs(determinant) > 1e-300 else { return nil }
    let found = PlaneMap(
      x: [a.x, b.x, c.x] / determinant, y: [a.y, b.y, c.y] / determinant, w: [a.z, b.z, c.z] / determinant)
    return (found.x + found.y + found.w).sum().isFinite ? found : nil
  }

  /// Returns the homogeneous coordinate w; positive in front of the eye.
  func depth(_ p: SIMD2<Double>) -> Double { w.x * p.x + w.y * p.y + w.z }

  /// Returns the mapped point, also for points behind the eye; nil if it is not finite.
  func apply(_ p: SIMD2<Double>) -> SIMD2<Double>? {
    let point = SIMD3(p.x, p.y, 1)
    let depth = w.dot(point)
    let mapped = SIMD2(x.dot(point), y.dot(point)) / depth
    return mapped.x.isFinite && mapped.y.isFinite ? mapped : nil
  }

  /// The map as an affine transform; nil if it is not affine.
  var affine: CGAffineTransform? {
    guard w.x == 0, w.y == 0, w.z != 0, w.z.isFinite else { return nil }
    let (x, y) = (x / w.z, y / w.z)
    return CGAffineTransform(a: x.x, b: y.x, c: x.y, d: y.y, tx: x.z, ty: y.z)
  }

  /// Positive if the map preserves orientation, negative if it mirrors.
  var orientation: Double { x.dot(y.crossed(with: w)) }
}

/// The geometry of a layer in its superlayer.
struct LayerGeometry {
  let bounds: CGRect
  let position: CGPoint
  let zPosition: CGFloat
  let anchorPoint: CGPoint
  let anchorPointZ: CGFloat
  let transform: CATransform3D
  let sublayerTransform: CATransform3D
  let isGeometryFlipped: Bool

  init(_ layer: some LayerReading) {
    bounds = layer.read(LayerProperties.bounds)
    position = layer.read(LayerProperties.position)
    zPosition = layer.read(LayerProperties.zPosition)
    anchorPoint = layer.read(LayerProperties.anchorPoint)
    anchorPointZ = layer.read(LayerProperties.anchorPointZ)
    transform = layer.read(LayerProperties.transform)
    sublayerTransform = layer.read(LayerProperties.sublayerTransform)
    isGeometryFlipped = layer.read(LayerProperties.isGeometryFlipped)
  }

  /// The anchor point in the layer's coordinates.
  var anchor: SIMD3<Double> {
    SIMD3(
      bounds.origin.x + anchorPoint.x * bounds.size.width, bounds.origin.y + anchorPoint.y * bounds.size.height,
      anchorPointZ)
  }

  private static func translation(_ v: SIMD3<Double>) -> CATransform3D {
    CATransform3DMakeTranslation(CGFloat(v.x), CGFloat(v.y), CGFloat(v.z))
  }

  /// The transform from the layer's coordinates to its superlayer's, without the superlayer's sublayer transform.
  var placement: CATransform3D {
    Self.translation(-anchor).followed(by: transform)
      .followed(by: Self.translation(SIMD3(position.x, position.y, zPosition)))
  }

  /// The transform from the space of sublayers to the layer's coordinates.
  var sublayerPlacement: CATransform3D {
    var map = CATransform3DIdentity
    if sublayerTransform != CATransform3DIdentity {
      map = Self.translation(-anchor).followed(by: sublayerTransform).followed(by: Self.translation(anchor))
    }
    return isGeometryFlipped ? map.followed(by: mirror) : map
  }

  private var mirror: CATransform3D {
    var map = CATransform3DMakeScale(1, -1, 1)
    map.m42 = bounds.minY + bounds.maxY
    return map
  }
}
