import AnimationMath
import CoreGraphics
import Foundation

/// A projective map of a plane to a plane: (x, y) goes to (x · p, y · p) / (w · p) with p = (px, py, 1).
struct PlaneMap: Equatable, Sendable {
  var x, y, w: SIMD3<Double>

  static let identity = PlaneMap(x: [1, 0, 0], y: [0, 1, 0], w: [0, 0, 1])

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) { (self.x, self.y, self.w) = (x, y, w) }

  /// What a map of space does to the points of z = 0, when z is dropped afterwards.
  init(_ map: CATransform3D) {
    x = [map.m11, map.m21, map.m41]
    y = [map.m12, map.m22, map.m42]
    w = [map.m14, map.m24, map.m44]
  }

  init(_ map: CGAffineTransform) {
    (x, y, w) = ([map.a, map.c, map.tx], [map.b, map.d, map.ty], [0, 0, 1])
  }

  /// First this map.
  func followed(by next: PlaneMap) -> PlaneMap {
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> { x * r.x + y * r.y + w * r.z }
    return PlaneMap(x: row(next.x), y: row(next.y), w: row(next.w))
  }

  /// Nil for a map that flattens the plane.
  var inverse: PlaneMap? {
    let (a, b, c) = (y.crossed(with: w), w.crossed(with: x), x.crossed(with: y))
    let determinant = x.dot(a)
    guard determinant.isFinite, abs(determinant) > 1e-300 else { return nil }
    let found = PlaneMap(
      x: [a.x, b.x, c.x] / determinant, y: [a.y, b.y, c.y] / determinant, w: [a.z, b.z, c.z] / determinant)
    return (found.x + found.y + found.w).sum().isFinite ? found : nil
  }

  /// Positive in front of the eye.
  func depth(_ p: SIMD2<Double>) -> Double { w.x * p.x + w.y * p.y + w.z }

  /// Without regard to what is behind the eye; nil where the map leads nowhere.
  func apply(_ p: SIMD2<Double>) -> SIMD2<Double>? {
    let point = SIMD3(p.x, p.y, 1)
    let depth = w.dot(point)
    let place = SIMD2(x.dot(point), y.dot(point)) / depth
    return place.x.isFinite && place.y.isFinite ? place : nil
  }

  /// The map as an affine one, when it is that.
  var affine: CGAffineTransform? {
    guard w.x == 0, w.y == 0, w.z != 0, w.z.isFinite else { return nil }
    let (x, y) = (x / w.z, y / w.z)
    return CGAffineTransform(a: x.x, b: y.x, c: x.y, d: y.y, tx: x.z, ty: y.z)
  }

  /// Above 0 where the map keeps the sense of rotation, below where it mirrors.
  var orientation: Double { x.dot(y.crossed(with: w)) }
}

/// Where a layer lies in the one that holds it.
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

  /// The anchor in the layer's own space.
  var anchor: SIMD3<Double> {
    SIMD3(
      bounds.origin.x + anchorPoint.x * bounds.size.width, bounds.origin.y + anchorPoint.y * bounds.size.height,
      anchorPointZ)
  }

  private static func translation(_ v: SIMD3<Double>) -> CATransform3D {
    CATransform3DMakeTranslation(CGFloat(v.x), CGFloat(v.y), CGFloat(v.z))
  }

  /// From the layer's own space to where it is placed: without what the holder does to its sublayers.
  var placement: CATransform3D {
    Self.translation(-anchor).followed(by: transform)
      .followed(by: Self.translation(SIMD3(position.x, position.y, zPosition)))
  }

  /// From the space in which sublayers are placed to the layer's own.
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
