import CoreGraphics
import Foundation
import ImageGraph

/// The curve of `continuous` corners: two cubics, symmetric about the diagonal, whose curvature grows continuously from
/// zero at the straight edges.
///
/// Source: the distance from the corner at which the curve begins is `CALayer.cornerCurveExpansionFactor`. The other
/// two constants are the only ones for which a corner of ten points covers 84/255 and 224/255 of the partly covered
/// pixels of its second row, as Core Animation's corners do. Core Animation's curve is not published.
enum ContinuousCorner {
  /// The distance from the corner to the beginning of the curve, in radii.
  static let reach = 1.528665
  /// The distance from the beginning to the first control point, in radii.
  private static let handle = 0.649193
  /// The distance of the midpoint from both edges, in radii.
  private static let middle = 0.294791

  /// Returns whether such corners fit; otherwise corners are circular.
  static func fits(radius: Double, in size: SIMD2<Double>) -> Bool { reach * radius <= size.min() / 2 }

  /// Returns a rectangle with such corners; its lower left corner is at the origin.
  ///
  /// - Parameter corners: the rounded corners, as `CACornerMask`.
  static func outline(_ size: SIMD2<Double>, radius: Double, corners: UInt) -> CGPath {
    let path = CGMutablePath()
    // Counter-clockwise: each corner, with the directions of the incoming and the outgoing edge.
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
