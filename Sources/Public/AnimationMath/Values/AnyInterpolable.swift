/// Values whose kind is known at run time only. Two of unequal kinds change at the half.
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
    func rest<Value: Interpolable>(_ a: Value) -> any Interpolable {
      (other.value as? Value).map { a.subtracting($0) } ?? a
    }
    return AnyInterpolable(rest(value))
  }

  package func repeated(_ count: Double) -> AnyInterpolable { AnyInterpolable(value.repeated(count)) }

  package var numbers: [Double]? { value.numbers }

  package func replacing(_ numbers: [Double]) -> AnyInterpolable { AnyInterpolable(value.replacing(numbers)) }

  package func span(to other: AnyInterpolable) -> Double {
    func span<Value: Interpolable>(_ a: Value) -> Double {
      (other.value as? Value).map { a.span(to: $0) } ?? 1
    }
    return span(value)
  }

  /// True when both are of one kind, so that there is something between them.
  package func isOfKind(of other: AnyInterpolable) -> Bool { type(of: value) == type(of: other.value) }
}

/// Values one after the other, each between those of its place; lists of unequal length change at the half.
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

  package var numbers: [Double]? {
    var all: [Double] = []
    for value in values {
      guard let numbers = value.numbers else { return nil }
      all += numbers
    }
    return all
  }

  package func replacing(_ numbers: [Double]) -> ValueList {
    var rest = numbers[...]
    return ValueList(
      values.map { value in
        let count = value.numbers?.count ?? 0
        defer { rest = rest.dropFirst(count) }
        return value.replacing(Array(rest.prefix(count)))
      })
  }

  package func span(to other: ValueList) -> Double {
    guard values.count == other.values.count else { return 0 }
    return NumberList(zip(values, other.values).map { $0.span(to: $1) }).span(
      to: NumberList(values.map { _ in 0 }))
  }
}
