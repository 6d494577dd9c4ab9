import CoreGraphics
import Foundation
import ImageGraph

/// The bend of corners that are `continuous`: two cubics, alike about the diagonal, whose curvature grows from nothing
/// at the straight edges and has no step between them.
///
/// Source: how far from the corner it begins is `CALayer.cornerCurveExpansionFactor`; the other two numbers are the
/// only ones for which a corner of ten points covers 84/255 and 224/255 of the partly covered pixels of its second row,
/// as Core Animation's do. That curve itself is not published.
enum ContinuousCorner {
  /// Where it begins, radii from the corner.
  static let reach = 1.528665
  /// From there to the first control point.
  private static let handle = 0.649193
  /// How far the middle is from both sides.
  private static let middle = 0.294791

  /// Whether there is room for such corners; where there is none they are quarters of circles.
  static func fits(radius: Double, in size: SIMD2<Double>) -> Bool { reach * radius <= size.min() / 2 }

  /// A rectangle with its lower left corner at the origin, with such corners.
  ///
  /// - Parameter corners: as `CACornerMask`.
  static func outline(_ size: SIMD2<Double>, radius: Double, corners: UInt) -> CGPath {
    let path = CGMutablePath()
    // Against the clock: where it is, along which side one comes to it and along which one leaves.
    let all: [(bit: UInt, at: SIMD2<Double>, from: SIMD2<Double>, to: SIMD2<Double>)] = [
      (1, .zero, [0, -1], [1, 0]), (2, [size.x, 0], [1, 0], [0, 1]), (8, size, [0, 1], [-1, 0]),
      (4, [0, size.y], [-1, 0], [0, -1]),
    ]
    func line(to p: SIMD2<Double>) {
      if path.isEmpty { path.move(to: CGPoint(p)) } else { path.addLine(to: CGPoint(p)) }
    }
    for (bit, corner, from, to) in all {
      guard corners & bit != 0 else {
        line(to: corner)
        continue
      }
      let half = corner + (to - from) * (middle * radius)
      line(to: corner - from * (reach * radius))
      path.addCurve(
        to: CGPoint(half), control1: CGPoint(corner - from * ((reach - handle) * radius)),
        control2: CGPoint(corner - from * (2 * middle * radius)))
      path.addCurve(
        to: CGPoint(corner + to * (reach * radius)), control1: CGPoint(corner + to * (2 * middle * radius)),
        control2: CGPoint(corner + to * ((reach - handle) * radius)))
    }
    path.closeSubpath()
    return path
  }
}

extension CGPoint {
  fileprivate init(_ p: SIMD2<Double>) { self.init(x: p.x, y: p.y) }
}
