import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// The map from a layer's points to the pixels of the image that is drawn.
struct DrawingPlane: Equatable {
  /// The number of pixels per point.
  var scale: Double
  /// The pixel position of the layer's point (0, 0).
  var origin: SIMD2<Double> = .zero
  /// Whether the layer's y axis points down.
  var isMirrored = false
  /// Whether images must be flipped in the layer's coordinates to be upright for the viewer.
  var flipsImages = false

  func position(_ p: CGPoint) -> SIMD2<Double> {
    origin + SIMD2(Double(p.x), isMirrored ? -Double(p.y) : Double(p.y)) * scale
  }

  func rect(_ rect: CGRect) -> UserRect {
    let (a, b) = (position(rect.origin), position(CGPoint(x: rect.maxX, y: rect.maxY)))
    return UserRect(pointwiseMin(a, b).snapped, pointwiseMax(a, b).snapped)
  }

  /// The affine transform from points to pixels.
  var affine: CGAffineTransform {
    CGAffineTransform(a: scale, b: 0, c: 0, d: isMirrored ? -scale : scale, tx: origin.x, ty: origin.y)
  }

  var map: PlaneMap { PlaneMap(affine) }

  /// Whether images are upside down in the pixels.
  var invertsImages: Bool { flipsImages != isMirrored }
}

extension SIMD2<Double> {
  /// Both coordinates, rounded to an integer if they differ from it only by rounding errors.
  var snapped: SIMD2<Double> {
    func snapped(_ x: Double) -> Double {
      let integer = x.rounded()
      return abs(x - integer) < 1e-6 ? integer : x
    }
    return SIMD2(snapped(x), snapped(y))
  }
}

extension PlaneMap {
  /// Returns the drawing plane of the map, if it only translates, scales uniformly and mirrors in y; otherwise nil.
  func plane(flipsImages: Bool) -> DrawingPlane? {
    guard let map = affine, abs(map.b) < 1e-12 * abs(map.a), abs(map.c) < 1e-12 * abs(map.a), map.a > 0,
      abs(abs(map.d) - map.a) <= 1e-12 * map.a, map.tx.isFinite, map.ty.isFinite
    else { return nil }
    return DrawingPlane(
      scale: map.a, origin: SIMD2(map.tx, map.ty).snapped, isMirrored: map.d < 0, flipsImages: flipsImages)
  }

  /// Returns the partial derivatives of the map at a point.
  ///
  /// - Parameter mapped: the mapped point.
  func slopes(at p: SIMD2<Double>, to mapped: SIMD2<Double>) -> (dx: SIMD2<Double>, dy: SIMD2<Double>) {
    let depth = depth(p)
    return (
      SIMD2(x.x - mapped.x * w.x, y.x - mapped.y * w.x) / depth,
      SIMD2(x.y - mapped.x * w.y, y.y - mapped.y * w.y) / depth
    )
  }

  /// Returns the largest scale of the map at a point; nil if it is zero or undefined.
  func enlargement(at p: SIMD2<Double>) -> Double? {
    guard let mapped = apply(p) else { return nil }
    let (dx, dy) = slopes(at: p, to: mapped)
    // The larger singular value of the matrix with the columns dx and dy.
    let (sum, product) = ((dx * dx).sum() + (dy * dy).sum(), dx.x * dy.y - dx.y * dy.x)
    let root = max(sum * sum / 4 - product * product, 0).squareRoot()
    let size = (sum / 2 + root).squareRoot()
    return size.isFinite && size > 1e-9 ? size : nil
  }
}
