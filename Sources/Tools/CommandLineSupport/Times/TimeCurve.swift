import Foundation

/// How a value goes from one keyframe to the next: the share of the way, by the share of the time.
package enum TimeCurve: Hashable, Sendable {
  /// Evenly.
  case linear
  /// Not at all, and at once when the next keyframe is there.
  case hold
  /// Slow, fast, slow: 3 u² − 2 u³.
  case smooth
  /// Along a cubic Bézier curve from (0, 0) to (1, 1) with these two control points, as animations on the web have it.
  /// x1 and x2 are 0 to 1, so that each time has one place on it.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

  /// - Parameter json: nil is `linear`.
  /// - Throws: `CommandFailure` with the place.
  init(_ json: JSON?, at place: String) throws {
    switch json {
    case nil, .string("linear")?: self = .linear
    case .string("hold")?: self = .hold
    case .string("smooth")?: self = .smooth
    case .array(let list)?:
      guard let n = json?.numbers, n.count == 4, (0...1).contains(n[0]), (0...1).contains(n[2]) else {
        throw CommandFailure.failed(
          "\(place) has \(list.count) values; a curve is [x1, y1, x2, y2] with x1 and x2 from 0 to 1")
      }
      self = .bezier(x1: n[0], y1: n[1], x2: n[2], y2: n[3])
    default: throw CommandFailure.failed("\(place) must be \"linear\", \"hold\", \"smooth\" or [x1, y1, x2, y2]")
    }
  }

  /// The share of the way, at a share of the time from 0 to below 1.
  package func share(_ time: Double) -> Double {
    switch self {
    case .linear: time
    case .hold: 0
    case .smooth: time * time * (3 - 2 * time)
    case .bezier(let x1, let y1, let x2, let y2): Self.cubic(y1, y2, Self.parameter(x1, x2, time))
    }
  }

  /// One coordinate of the curve.
  private static func cubic(_ first: Double, _ second: Double, _ t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
  }

  /// Where on the curve x is reached. By halves: x never falls along it, but may stand still, where Newton's steps
  /// fail.
  private static func parameter(_ x1: Double, _ x2: Double, _ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if cubic(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
