/// A value between which and another of its kind there are more.
///
/// Any two values of a kind can be given to each function: those that have nothing between them (lists of unequal
/// length, paths of unequal segments) change at the half.
package protocol Interpolable {
  /// What lies between this and `end`.
  ///
  /// - Parameter u: 0 gives this, 1 gives `end`; goes on beyond.
  func mixed(with end: Self, at u: Double) -> Self
  /// The value on top of what is below, as additive animations do.
  func added(to underlying: Self) -> Self
  /// The value, gone through `count` times one after the other, as cumulative animations do.
  func repeated(_ count: Double) -> Self
  /// What added to the result gives this again.
  func subtracting(_ other: Self) -> Self
  /// All numbers, for splines and distances; nil for values that are more than their numbers.
  var numbers: [Double]? { get }
  /// The value of other numbers, as many as `numbers` has.
  func replacing(_ numbers: [Double]) -> Self
  /// How far it is to another value: 0 or more. Not `distance`, which numbers have already, and which is negative
  /// backwards.
  func span(to other: Self) -> Double
}

/// A value that is its numbers.
package protocol NumberValue: Interpolable {
  var components: [Double] { get }
  init(components: [Double])
}

extension NumberValue {
  package var numbers: [Double]? { components }
  package func replacing(_ numbers: [Double]) -> Self { Self(components: numbers) }

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
    // Divided by the largest first, so that no square is too large a number.
    let steps = zip(a, b).map { abs($0 - $1) }
    guard let largest = steps.max(), largest > 0, largest.isFinite else { return 0 }
    return largest * steps.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
  }
}

/// A value that is no sum of others: it only mixes, and is added to nothing.
package protocol WholeValue: Interpolable {}

extension WholeValue {
  package func added(to underlying: Self) -> Self { self }
  package func repeated(_ count: Double) -> Self { self }
  package func subtracting(_ other: Self) -> Self { self }
  package var numbers: [Double]? { nil }
  package func replacing(_ numbers: [Double]) -> Self { self }
  /// Each is as far from each, so that paced ones take equal times.
  package func span(to other: Self) -> Double { 1 }
}

/// a at 0 and b at 1, both exactly.
func mix(_ a: Double, _ b: Double, _ u: Double) -> Double { u == 1 ? b : a + (b - a) * u }

extension Double: NumberValue {
  package var components: [Double] { [self] }
  package init(components: [Double]) { self = components[0] }
  package func mixed(with end: Double, at u: Double) -> Double { mix(self, end, u) }
}

/// Numbers that belong together, such as a vector.
package struct NumberList: NumberValue, Hashable, Sendable {
  package var components: [Double]
  package init(components: [Double]) { self.components = components }
  package init(_ components: [Double]) { self.components = components }
}

/// A colour in extended sRGB, straight: red, green, blue, alpha.
package struct MixedColor: NumberValue, Hashable, Sendable {
  package var color: SIMD4<Double>
  package init(_ color: SIMD4<Double>) { self.color = color }
  package init(components: [Double]) { color = SIMD4(components[0], components[1], components[2], components[3]) }
  package var components: [Double] { [color.x, color.y, color.z, color.w] }
}

/// Anything else: there is nothing between two of them.
package struct Step: WholeValue {
  /// Two of them, and how far it is from the first to the second, above 0 and below 1.
  package struct Pair {
    package let from: Any
    package let to: Any
    package let part: Double
  }

  package let content: Any
  /// What the value was found between: what is drawn can be both at once.
  package let pair: Pair?

  package init(_ content: Any) { (self.content, pair) = (content, nil) }

  private init(_ content: Any, _ pair: Pair) { (self.content, self.pair) = (content, pair) }

  package func mixed(with end: Step, at u: Double) -> Step {
    guard u > 0, u < 1 else { return u < 0.5 ? self : end }
    return Step(u < 0.5 ? content : end.content, Pair(from: content, to: end.content, part: u))
  }
}
