/// A coordinate plane. Rectangles of different planes have different types, so that they cannot be mixed up.
package protocol Plane: Sendable {}

/// Core Image's plane: in pixels, y upwards, with the origin at the image's lower left. Public API uses it.
package enum UserPlane: Plane {}

/// A half-open rectangle, `min <= p < max` in both axes. Empty when `max <= min` in either axis.
package struct Rect<P: Plane>: Hashable, Sendable {
  package var min: SIMD2<Double>
  package var max: SIMD2<Double>

  package init(_ min: SIMD2<Double>, _ max: SIMD2<Double>) {
    (self.min, self.max) = (min, max)
  }

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init([x, y], [x + width, y + height])
  }

  package static var nothing: Rect { Rect([0, 0], [0, 0]) }

  /// The whole plane.
  package static var infinite: Rect { Rect([-.infinity, -.infinity], [.infinity, .infinity]) }

  package var size: SIMD2<Double> { max - min }
  package var width: Double { max.x - min.x }
  package var height: Double { max.y - min.y }
  /// The area, in square pixels; 0 if the rectangle is empty.
  package var area: Double { isEmpty ? 0 : width * height }
  package var center: SIMD2<Double> { (min + max) / 2 }

  /// Whether the rectangle contains no point. Also true if a coordinate is NaN.
  package var isEmpty: Bool { !(max.x > min.x && max.y > min.y) }

  package var isFinite: Bool { min.x.isFinite && min.y.isFinite && max.x.isFinite && max.y.isFinite }

  package func intersection(_ other: Rect) -> Rect {
    Rect(
      [Swift.max(min.x, other.min.x), Swift.max(min.y, other.min.y)],
      [Swift.min(max.x, other.max.x), Swift.min(max.y, other.max.y)])
  }

  /// Returns the bounding box of both. An empty rectangle is ignored.
  package func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(
      [Swift.min(min.x, other.min.x), Swift.min(min.y, other.min.y)],
      [Swift.max(max.x, other.max.x), Swift.max(max.y, other.max.y)])
  }

  package func contains(_ other: Rect) -> Bool {
    other.isEmpty || (min.x <= other.min.x && min.y <= other.min.y && max.x >= other.max.x && max.y >= other.max.y)
  }

  /// Returns the rectangle grown by `margin` on each side. Negative margins shrink it.
  package func outset(by margin: SIMD2<Double>) -> Rect { Rect(min - margin, max + margin) }
  package func outset(by margin: Double) -> Rect { outset(by: SIMD2(repeating: margin)) }

  package func offset(by step: SIMD2<Double>) -> Rect { Rect(min + step, max + step) }

  /// Returns the pixels of this rectangle that are nearest to any pixel of `other`. Both have integer coordinates.
  package func nearestPart(to other: Rect) -> Rect {
    func limit(_ low: Double, _ high: Double, _ from: Double, _ to: Double) -> (Double, Double) {
      let first = Swift.min(Swift.max(low, from), to - 1)
      let last = Swift.min(Swift.max(high, from + 1), to)
      return (first, Swift.max(last, first + 1))
    }
    if isEmpty || other.isEmpty { return .nothing }
    let (x0, x1) = limit(other.min.x, other.max.x, min.x, max.x)
    let (y0, y1) = limit(other.min.y, other.max.y, min.y, max.y)
    return Rect([x0, y0], [x1, y1])
  }

  /// The smallest rectangle of whole pixels that contains this one.
  ///
  /// A coordinate within 1e-6 of an integer is rounded to it, so that 0.3 * 10 is 3 pixels and not 4.
  package var pixels: Rect {
    let slack = 1e-6
    return Rect((min + slack).rounded(.down), (max - slack).rounded(.up))
  }
}

package typealias UserRect = Rect<UserPlane>

extension Rect: CustomStringConvertible {
  /// `x,y wxh`, integers without a fraction.
  package var description: String {
    isEmpty ? "empty" : "\(short(min.x)),\(short(min.y)) \(short(width))x\(short(height))"
  }
}

/// Formats a number for messages: integers without a fraction, others with at most four decimals, smaller ones with the
/// digits of a float.
package func short(_ value: Double) -> String {
  if !value.isFinite { return "\(value)" }
  let scaled = (value * 10_000).rounded() / 10_000
  if scaled == 0, value != 0 { return "\(Float(value))" }
  return scaled == scaled.rounded() && abs(scaled) < 1e15 ? String(Int(scaled)) : "\(scaled)"
}
