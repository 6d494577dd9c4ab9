/// A type-erased interpolable value. Two values of different types change from one to the other at the middle.
package struct AnyInterpolable {
  package let value: any Interpolable
  package init(_ value: any Interpolable) { self.value = value }
}

extension AnyInterpolable: Interpolable {
  package func mixed(with end: AnyInterpolable, at u: Double) -> AnyInterpolable {
    func mixed<Value: Interpolable>(_ a: Value) -> any Interpolable {
      if let b = end.value as? Value { return a.mixed(with: b, at: u) }
      return u < 0.5 ? a : end.value
    }
    return AnyInterpolable(mixed(value))
  }

  package func added(to underlying: AnyInterpolable) -> AnyInterpolable {
    func added<Value: Interpolable>(_ a: Value) -> any Interpolable {
      (underlying.value as? Value).map { a.added(to: $0) } ?? a
    }
    return AnyInterpolable(added(value))
  }

  package func subtracting(_ other: AnyInterpolable) -> AnyInterpolable {
    func difference<Value: Interpolable>(_ a: Value) -> any Interpolable {
      (other.value as? Value).map { a.subtracting($0) } ?? a
    }
    return AnyInterpolable(difference(value))
  }

  package func repeated(_ count: Double) -> AnyInterpolable { AnyInterpolable(value.repeated(count)) }

  package var splineComponents: [Double]? { value.splineComponents }

  package func replacing(_ components: [Double]) -> AnyInterpolable { AnyInterpolable(value.replacing(components)) }

  package func span(to other: AnyInterpolable) -> Double {
    func span<Value: Interpolable>(_ a: Value) -> Double {
      (other.value as? Value).map { a.span(to: $0) } ?? 1
    }
    return span(value)
  }

  /// Returns whether both values have the same type, so that they can be interpolated.
  package func hasSameType(as other: AnyInterpolable) -> Bool { type(of: value) == type(of: other.value) }
}

/// A list of values, interpolated element by element. Two lists of different lengths change at the middle.
package struct ValueList: Interpolable {
  package let values: [AnyInterpolable]
  package init(_ values: [AnyInterpolable]) { self.values = values }

  private func combined(
    _ other: ValueList, _ function: (AnyInterpolable, AnyInterpolable) -> AnyInterpolable
  ) -> ValueList? {
    values.count == other.values.count ? ValueList(zip(values, other.values).map(function)) : nil
  }

  package func mixed(with end: ValueList, at u: Double) -> ValueList {
    combined(end) { $0.mixed(with: $1, at: u) } ?? (u < 0.5 ? self : end)
  }
  package func added(to underlying: ValueList) -> ValueList { combined(underlying) { $0.added(to: $1) } ?? self }
  package func subtracting(_ other: ValueList) -> ValueList { combined(other) { $0.subtracting($1) } ?? self }
  package func repeated(_ count: Double) -> ValueList { ValueList(values.map { $0.repeated(count) }) }

  package var splineComponents: [Double]? {
    var all: [Double] = []
    for value in values {
      guard let components = value.splineComponents else { return nil }
      all += components
    }
    return all
  }

  package func replacing(_ components: [Double]) -> ValueList {
    var remaining = components[...]
    return ValueList(
      values.map { value in
        let count = value.splineComponents?.count ?? 0
        defer { remaining = remaining.dropFirst(count) }
        return value.replacing(Array(remaining.prefix(count)))
      })
  }

  package func span(to other: ValueList) -> Double {
    guard values.count == other.values.count else { return 0 }
    return NumberList(zip(values, other.values).map { $0.span(to: $1) }).span(
      to: NumberList(values.map { _ in 0 }))
  }
}
