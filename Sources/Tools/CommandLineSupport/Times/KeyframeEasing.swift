import Foundation

/// The timing function between two keyframes: the fraction of the change as a function of the fraction of the time.
package enum KeyframeEasing: Hashable, Sendable {
  /// A constant rate.
  case linear
  /// No change until the next keyframe.
  case hold
  /// Slow, fast, slow: 3 u² − 2 u³.
  case smooth
  /// A cubic Bézier curve from (0, 0) to (1, 1) with these two control points, as in CSS animations. x1 and x2 are 0
  /// to 1, so that each time has one value.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

  /// Reads a timing function. Nil is `linear`.
  ///
  /// - Throws: `CommandFailure` that names the key path.
  init(_ json: JSON?, at location: String) throws {
    switch json {
    case nil, .string("linear")?: self = .linear
    case .string("hold")?: self = .hold
    case .string("smooth")?: self = .smooth
    case .array(let list)?:
      guard let n = json?.numbers, n.count == 4, (0...1).contains(n[0]), (0...1).contains(n[2]) else {
        throw CommandFailure.failed(
          "\(location) must be [x1, y1, x2, y2] with x1 and x2 from 0 to 1 (got \(list.count) values)")
      }
      self = .bezier(x1: n[0], y1: n[1], x2: n[2], y2: n[3])
    default: throw CommandFailure.failed("\(location) must be \"linear\", \"hold\", \"smooth\" or [x1, y1, x2, y2]")
    }
  }

  /// Returns the fraction of the change at a fraction of the time, from 0 to below 1.
  package func progress(at time: Double) -> Double {
    switch self {
    case .linear: time
    case .hold: 0
    case .smooth: time * time * (3 - 2 * time)
    case .bezier(let x1, let y1, let x2, let y2): Self.cubic(y1, y2, Self.parameter(x1, x2, time))
    }
  }

  /// Returns a coordinate of the curve.
  private static func cubic(_ first: Double, _ second: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
  }

  /// Returns the parameter of the point with this x, by bisection. x never decreases along the curve, but may have a
  /// derivative of 0, where Newton's method fails.
  private static func parameter(_ x1: Double, _ x2: Double, _ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if cubic(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
