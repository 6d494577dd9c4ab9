/// A value that can be interpolated to another value of its type.
///
/// Each function accepts any two values of a type. Two values that cannot be interpolated (lists of different lengths,
/// paths of different segments) change at the middle.
package protocol Interpolable {
  /// Returns the interpolation between this value and `end`.
  ///
  /// - Parameter u: 0 returns this value, 1 returns `end`; other values extrapolate.
  func mixed(with end: Self, at u: Double) -> Self
  /// Returns the sum of the underlying value and this one, for additive animations.
  func added(to underlying: Self) -> Self
  /// Returns the value accumulated over `count` cycles, for cumulative animations.
  func repeated(_ count: Double) -> Self
  /// Returns the difference: `added(to:)` of the result and `other` gives this value again.
  func subtracting(_ other: Self) -> Self
  /// All components, for splines and distances; nil for values that their components do not define.
  var splineComponents: [Double]? { get }
  /// Returns a value with other components, as many as `splineComponents` has.
  func replacing(_ components: [Double]) -> Self
  /// Returns the distance to another value: 0 or more. The name `distance` would collide with that of `Strideable`,
  /// which is signed.
  func span(to other: Self) -> Double
}

/// A value that is defined by its components.
package protocol NumberValue: Interpolable {
  var components: [Double] { get }
  init(components: [Double])
}

extension NumberValue {
  package var splineComponents: [Double]? { components }
  package func replacing(_ components: [Double]) -> Self { Self(components: components) }

  private func combined(_ other: Self, _ function: (Double, Double) -> Double) -> Self? {
    let (a, b) = (components, other.components)
    return a.count == b.count ? Self(components: zip(a, b).map(function)) : nil
  }

  package func mixed(with end: Self, at u: Double) -> Self {
    combined(end) { mix($0, $1, u) } ?? (u < 0.5 ? self : end)
  }
  package func added(to underlying: Self) -> Self { combined(underlying, +) ?? self }
  package func subtracting(_ other: Self) -> Self { combined(other, -) ?? self }
  package func repeated(_ count: Double) -> Self { Self(components: components.map { $0 * count }) }
  package func span(to other: Self) -> Double {
    let (a, b) = (components, other.components)
    guard a.count == b.count else { return 0 }
    // Divided by the largest first, so that no square overflows.
    let steps = zip(a, b).map { abs($0 - $1) }
    guard let largest = steps.max(), largest > 0, largest.isFinite else { return 0 }
    return largest * steps.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
  }
}

/// A value that can be interpolated, but not added.
package protocol NonadditiveValue: Interpolable {}

extension NonadditiveValue {
  package func added(to underlying: Self) -> Self { self }
  package func repeated(_ count: Double) -> Self { self }
  package func subtracting(_ other: Self) -> Self { self }
  package var splineComponents: [Double]? { nil }
  package func replacing(_ components: [Double]) -> Self { self }
  /// Returns 1 for any two values, so that paced animations give each interval the same time.
  package func span(to other: Self) -> Double { 1 }
}

/// Returns the linear interpolation, exactly `a` at 0 and exactly `b` at 1.
func mix(_ a: Double, _ b: Double, _ u: Double) -> Double { u == 1 ? b : a + (b - a) * u }

extension Double: NumberValue {
  package var components: [Double] { [self] }
  package init(components: [Double]) { self = components[0] }
  package func mixed(with end: Double, at u: Double) -> Double { mix(self, end, u) }
}

/// A list of numbers that are interpolated together, such as a vector.
package struct NumberList: NumberValue, Hashable, Sendable {
  package var components: [Double]
  package init(components: [Double]) { self.components = components }
  package init(_ components: [Double]) { self.components = components }
}

/// A colour in extended sRGB with straight alpha: red, green, blue, alpha.
package struct InterpolableColor: NumberValue, Hashable, Sendable {
  package var color: SIMD4<Double>
  package init(_ color: SIMD4<Double>) { self.color = color }
  package init(components: [Double]) { color = SIMD4(components[0], components[1], components[2], components[3]) }
  package var components: [Double] { [color.x, color.y, color.z, color.w] }
}

/// A value of any other type, which changes at the middle.
package struct DiscreteValue: NonadditiveValue {
  /// Two values, and the fraction of the way from the first to the second, above 0 and below 1.
  package struct Pair {
    package let from: Any
    package let to: Any
    package let fraction: Double
  }

  package let content: Any
  /// The two values of an interpolation in progress, so that drawing can cross-fade them.
  package let pair: Pair?

  package init(_ content: Any) { (self.content, pair) = (content, nil) }

  private init(_ content: Any, _ pair: Pair) { (self.content, self.pair) = (content, pair) }

  package func mixed(with end: DiscreteValue, at u: Double) -> DiscreteValue {
    guard u > 0, u < 1 else { return u < 0.5 ? self : end }
    return DiscreteValue(u < 0.5 ? content : end.content, Pair(from: content, to: end.content, fraction: u))
  }
}
