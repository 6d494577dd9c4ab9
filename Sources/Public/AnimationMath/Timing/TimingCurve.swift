/// A cubic Bézier curve from (0, 0) to (1, 1) that maps time to progress.
///
/// Source: Core Animation's `CAMediaTimingFunction`; W3C, "CSS Easing Functions Level 1", section 2.2, has the same
/// named curves.
package struct TimingCurve: Hashable, Sendable {
  package let x1, y1, x2, y2: Double

  /// - Parameters: the two control points. x is clamped to 0...1, so that each time has one value. A value that is not
  ///   finite counts as 0.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
    (self.x1, self.y1) = (min(max(finite(x1), 0), 1), finite(y1))
    (self.x2, self.y2) = (min(max(finite(x2), 0), 1), finite(y2))
  }

  package static let linear = TimingCurve(0, 0, 1, 1)
  package static let easeIn = TimingCurve(0.42, 0, 1, 1)
  package static let easeOut = TimingCurve(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
  package static let `default` = TimingCurve(0.25, 0.1, 0.25, 1)

  /// Returns the progress at a fraction of the time.
  ///
  /// - Parameter u: clamped to 0...1; a NaN counts as 0.
  package func value(at u: Double) -> Double {
    guard u > 0 else { return 0 }
    guard u < 1 else { return 1 }
    if x1 == y1, x2 == y2 { return u }
    return Self.coordinate(y1, y2, parameter(at: u))
  }

  /// Solves x(s) = u by Newton's method. If a step leaves the bracket, it is replaced by bisection.
  private func parameter(at u: Double) -> Double {
    var (low, high, s) = (0.0, 1.0, u)
    for _ in 0..<100 {
      let error = Self.coordinate(x1, x2, s) - u
      if error == 0 { break }
      if error > 0 { high = s } else { low = s }
      let next = s - error / Self.slope(x1, x2, s)
      let better = next > low && next < high ? next : (low + high) / 2
      if abs(better - s) < 1e-15 { break }
      s = better
    }
    return s
  }

  private static func coordinate(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
  }

  private static func slope(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
  }
}
