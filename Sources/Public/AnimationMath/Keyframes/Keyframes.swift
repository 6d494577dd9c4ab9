/// Values at times, and what lies between them.
///
/// Source: Core Animation's `CAKeyframeAnimation`.
package struct Keyframes {
  /// How one gets from a value to the next.
  package enum Mode: Hashable, Sendable {
    /// In equal steps.
    case linear
    /// Each is held until the next.
    case discrete
    /// At an even speed over all; times and curves do not count.
    case paced
    /// On a smooth way through all.
    case cubic
    /// On that way at an even speed.
    case cubicPaced
  }

  package let values: [AnyInterpolable]
  private let mode: Mode
  private let times: KeyTimes
  private let curves: [TimingCurve]
  private let spline: Spline?

  /// - Parameters:
  ///   - times: 0...1, not falling: one for each value, or one more in the mode `discrete`; others are even ones.
  ///   - curves: one for each way from a value to the next; a missing one is linear.
  ///   - bends: one for each value, in the cubic modes.
  package init(
    _ values: [AnyInterpolable], times: [Double]? = nil, mode: Mode = .linear, curves: [TimingCurve] = [],
    bends: [Spline.Bend] = []
  ) {
    self.values = values
    // Values that no spline goes through are gone through in equal steps.
    let points = values.compactMap(\.numbers)
    let isSmooth =
      values.count > 1 && points.count == values.count && Set(points.map(\.count)).count == 1
      && values.allSatisfy { $0.isOfKind(of: values[0]) }
    self.mode =
      switch mode {
      case .cubic where !isSmooth: .linear
      case .cubicPaced where !isSmooth: .paced
      default: mode
      }
    switch self.mode {
    case .linear, .discrete, .paced: spline = nil
    case .cubic, .cubicPaced: spline = Spline(through: points, bends: bends)
    }
    switch self.mode {
    case .linear, .cubic: self.times = KeyTimes(times, count: values.count)
    case .discrete: self.times = KeyTimes(times, count: values.count + 1)
    case .paced: self.times = KeyTimes(distances: zip(values, values.dropFirst()).map { $0.span(to: $1) })
    case .cubicPaced: self.times = KeyTimes(distances: spline?.lengths ?? [])
    }
    self.curves = self.mode == .linear || self.mode == .cubic ? curves : []
  }

  /// The value at a part of the whole, 0...1; nil when there is none at all.
  package func value(at u: Double) -> AnyInterpolable? {
    guard let first = values.first else { return nil }
    let (index, raw) = times.place(of: u)
    if mode == .discrete { return values[min(index, values.count - 1)] }
    guard values.count > 1 else { return first }
    let part = curves.indices.contains(index) ? curves[index].value(at: raw) : raw
    switch mode {
    case .cubic: return spline.map { first.replacing($0.place(piece: index, part: part)) }
    case .cubicPaced: return spline.map { first.replacing($0.place(piece: index, lengthPart: part)) }
    case .linear, .paced, .discrete: return values[index].mixed(with: values[index + 1], at: part)
    }
  }
}
