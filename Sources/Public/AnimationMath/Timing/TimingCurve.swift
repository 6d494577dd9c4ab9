/// A curve of degree three from (0, 0) to (1, 1): how fast progress is made.
///
/// Source: Core Animation's `CAMediaTimingFunction`; W3C, "CSS Easing Functions Level 1", section 2.2, has the same
/// named curves.
package struct TimingCurve: Hashable, Sendable {
  package let x1, y1, x2, y2: Double

  /// - Parameters: the two control points. x is brought into 0...1, so that there is one value for each time; what is
  ///   no finite number counts as 0.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    func known(_ number: Double) -> Double { number.isFinite ? number : 0 }
    (self.x1, self.y1) = (min(max(known(x1), 0), 1), known(y1))
    (self.x2, self.y2) = (min(max(known(x2), 0), 1), known(y2))
  }

  package static let linear = TimingCurve(0, 0, 1, 1)
  package static let easeIn = TimingCurve(0.42, 0, 1, 1)
  package static let easeOut = TimingCurve(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
  package static let usual = TimingCurve(0.25, 0.1, 0.25, 1)

  /// The progress at a part of the time.
  ///
  /// - Parameter u: brought into 0...1; a NaN is 0.
  package func value(at u: Double) -> Double {
    guard u > 0 else { return 0 }
    guard u < 1 else { return 1 }
    if x1 == y1, x2 == y2 { return u }
    return Self.place(y1, y2, parameter(at: u))
  }

  /// Where on the curve x is `u`: Newton's steps, or halves where these leave what is known to hold it.
  private func parameter(at u: Double) -> Double {
    var (low, high, s) = (0.0, 1.0, u)
    for _ in 0..<100 {
      let error = Self.place(x1, x2, s) - u
      if error == 0 { break }
      if error > 0 { high = s } else { low = s }
      let next = s - error / Self.slope(x1, x2, s)
      let better = next > low && next < high ? next : (low + high) / 2
      if abs(better - s) < 1e-15 { break }
      s = better
    }
    return s
  }

  private static func place(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
  }

  private static func slope(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
  }
}
