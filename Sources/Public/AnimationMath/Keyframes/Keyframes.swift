/// Keyframe values with their times, and the interpolation between them.
///
/// Source: Core Animation's `CAKeyframeAnimation`.
package struct Keyframes {
  /// The interpolation between neighbouring values.
  package enum Mode: Hashable, Sendable {
    /// Linear interpolation.
    case linear
    /// Each value is held until the next.
    case discrete
    /// Linear interpolation at constant speed over the whole animation. Times and timing curves are ignored.
    case paced
    /// A spline through all values.
    case cubic
    /// A spline through all values, at constant speed. Times and timing curves are ignored.
    case cubicPaced
  }

  package let values: [AnyInterpolable]
  private let mode: Mode
  private let times: KeyTimes
  private let curves: [TimingCurve]
  private let spline: Spline?

  /// - Parameters:
  ///   - times: 0...1, nondecreasing: one for each value, or one more in the mode `discrete`. Invalid times are spaced
  ///     evenly.
  ///   - curves: one for each interval between values; a missing one is linear.
  ///   - splineParameters: one for each value, in the cubic modes.
  package init(
    _ values: [AnyInterpolable], times: [Double]? = nil, mode: Mode = .linear, curves: [TimingCurve] = [],
    splineParameters: [Spline.Parameters] = []
  ) {
    self.values = values
    // Values without spline components are interpolated linearly.
    let points = values.compactMap(\.splineComponents)
    let isSmooth =
      values.count > 1 && points.count == values.count && Set(points.map(\.count)).count == 1
      && values.allSatisfy { $0.hasSameType(as: values[0]) }
    self.mode =
      switch mode {
      case .cubic where !isSmooth: .linear
      case .cubicPaced where !isSmooth: .paced
      default: mode
      }
    switch self.mode {
    case .linear, .discrete, .paced: spline = nil
    case .cubic, .cubicPaced: spline = Spline(through: points, parameters: splineParameters)
    }
    switch self.mode {
    case .linear, .cubic: self.times = KeyTimes(times, count: values.count)
    case .discrete: self.times = KeyTimes(times, count: values.count + 1)
    case .paced: self.times = KeyTimes(distances: zip(values, values.dropFirst()).map { $0.span(to: $1) })
    case .cubicPaced: self.times = KeyTimes(distances: spline?.lengths ?? [])
    }
    self.curves = self.mode == .linear || self.mode == .cubic ? curves : []
  }

  /// Returns the value at a fraction of the whole, 0...1; nil if there are no values.
  package func value(at u: Double) -> AnyInterpolable? {
    guard let first = values.first else { return nil }
    let (index, raw) = times.position(of: u)
    if mode == .discrete { return values[min(index, values.count - 1)] }
    guard values.count > 1 else { return first }
    let fraction = curves.indices.contains(index) ? curves[index].value(at: raw) : raw
    switch mode {
    case .cubic: return spline.map { first.replacing($0.point(segment: index, parameter: fraction)) }
    case .cubicPaced: return spline.map { first.replacing($0.point(segment: index, lengthFraction: fraction)) }
    case .linear, .paced, .discrete: return values[index].mixed(with: values[index + 1], at: fraction)
    }
  }
}
