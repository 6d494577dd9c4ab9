import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// Where a layer's points are among the pixels of the image that is made of it.
struct DrawingPlane: Equatable {
  /// Pixels in a point.
  var scale: Double
  /// The pixel place of the layer's point (0, 0).
  var origin: SIMD2<Double> = .zero
  /// True when the layer's y runs down.
  var isMirrored = false
  /// True when images have to be mirrored in the layer's own space to stand upright for the viewer.
  var turnsImages = false

  func place(_ p: CGPoint) -> SIMD2<Double> {
    origin + SIMD2(Double(p.x), isMirrored ? -Double(p.y) : Double(p.y)) * scale
  }

  func rect(_ rect: CGRect) -> UserRect {
    let (a, b) = (place(rect.origin), place(CGPoint(x: rect.maxX, y: rect.maxY)))
    return UserRect(pointwiseMin(a, b).snapped, pointwiseMax(a, b).snapped)
  }

  /// From points to pixels.
  var affine: CGAffineTransform {
    CGAffineTransform(a: scale, b: 0, c: 0, d: isMirrored ? -scale : scale, tx: origin.x, ty: origin.y)
  }

  var map: PlaneMap { PlaneMap(affine) }

  /// True when images lie upside down among the pixels.
  var invertsImages: Bool { turnsImages != isMirrored }
}

extension SIMD2<Double> {
  /// What is a whole number but for rounding errors, as one.
  var snapped: SIMD2<Double> {
    func snapped(_ x: Double) -> Double {
      let whole = x.rounded()
      return abs(x - whole) < 1e-6 ? whole : x
    }
    return SIMD2(snapped(x), snapped(y))
  }
}

extension PlaneMap {
  /// The plane that the map leads to, when it only moves, scales evenly and mirrors in y.
  func plane(turnsImages: Bool) -> DrawingPlane? {
    guard let map = affine, abs(map.b) < 1e-12 * abs(map.a), abs(map.c) < 1e-12 * abs(map.a), map.a > 0,
      abs(abs(map.d) - map.a) <= 1e-12 * map.a, map.tx.isFinite, map.ty.isFinite
    else { return nil }
    return DrawingPlane(
      scale: map.a, origin: SIMD2(map.tx, map.ty).snapped, isMirrored: map.d < 0, turnsImages: turnsImages)
  }

  /// Where a step along x and one along y lead, near a point that goes to `place`.
  func slopes(at p: SIMD2<Double>, to place: SIMD2<Double>) -> (dx: SIMD2<Double>, dy: SIMD2<Double>) {
    let depth = depth(p)
    return (
      SIMD2(x.x - place.x * w.x, y.x - place.y * w.x) / depth, SIMD2(x.y - place.x * w.y, y.y - place.y * w.y) / depth
    )
  }

  /// How much the map enlarges at most, near a point; nil where that is nothing or not known.
  func enlargement(at p: SIMD2<Double>) -> Double? {
    guard let place = apply(p) else { return nil }
    let (dx, dy) = slopes(at: p, to: place)
    // The larger singular value of the matrix with the columns dx and dy.
    let (sum, product) = ((dx * dx).sum() + (dy * dy).sum(), dx.x * dy.y - dx.y * dy.x)
    let root = max(sum * sum / 4 - product * product, 0).squareRoot()
    let size = (sum / 2 + root).squareRoot()
    return size.isFinite && size > 1e-9 ? size : nil
  }
}
