extension Checker {
  /// Returns the cost of an implicit conversion: 0 for equal types, nil if there is no such conversion.
  func cost(from: Type, to: Type) -> Int? {
    if from == to { return 0 }
    guard let a = from.scalar, let b = to.scalar, let aWidth = from.width, let bWidth = to.width else { return nil }
    let isSplat = aWidth == 1 && bWidth > 1 && language == .metal
    guard aWidth == bWidth || isSplat else { return nil }
    // Vectors of Metal are not converted implicitly; integer vectors of GLSL widen to float.
    if aWidth > 1, a != b, language == .metal || a != .int || b != .float { return nil }
    guard let scalarCost = cost(from: a, to: b) else { return nil }
    return scalarCost + (isSplat ? 4 : 0)
  }

  private func cost(from a: Scalar, to b: Scalar) -> Int? {
    switch (a, b) {
    case (_, b): 0
    case (.int, .uint), (.uint, .int), (.int, .float), (.uint, .float): 1
    case (.float, .int): 3
    case (.float, .uint): language == .metal ? 3 : nil
    case (.bool, _), (_, .bool): language == .metal ? 2 : nil
    default: nil
    }
  }

  /// Returns a value converted to another type; throws if the language has no such implicit conversion.
  func converted(_ value: Value, to type: Type) throws(CompileFailure) -> Value {
    guard cost(from: value.type, to: type) != nil else {
      throw fail(
        "expected \(spelled(type)), found \(spelled(value.type))", at: value.location, allowed: hint(value.type, type))
    }
    if language == .coreImage, value.type == .float, type == .int {
      reporter.warn("a float becomes an int without int(…)", at: value.location)
    }
    guard let width = type.width, let from = value.type.width, let scalar = type.scalar else { return value }
    let converted = cast(value, to: scalar)
    return width > from ? Value(kind: .construct([converted]), type: type, location: value.location) : converted
  }

  private func hint(_ from: Type, _ to: Type) -> String {
    switch (from.width, to.width) {
    case (let a?, let b?) where a == 1 && b > 1: "\(spelled(to))(value)"
    case (let a?, let b?) where a > b && b > 1: "for example .\("xyzw".prefix(b))"
    case (let a?, 1) where a > 1: "for example .x"
    case (_?, _?): "\(spelled(to))(…)"
    default: spelled(to)
    }
  }

  /// Returns a value explicitly converted to another scalar type. This conversion always exists.
  func cast(_ value: Value, to scalar: Scalar) -> Value {
    guard let from = value.type.scalar, from != scalar, let width = value.type.width else { return value }
    let type = Type.components(scalar, width)
    if let literal = value.literal {
      return Value(kind: .literal(literal.converted(to: scalar)), type: type, location: value.location)
    }
    // In GLSL, the result for floats out of range is undefined.
    if from == .float, scalar == .int || scalar == .uint {
      return Value(
        kind: .builtin(scalar == .int ? "ci_int" : "ci_uint", [value]), type: type, location: value.location)
    }
    return Value(kind: .construct([value]), type: type, location: value.location)
  }

  func literal(_ literal: Literal, at location: SourceLocation) -> Value {
    Value(kind: .literal(literal), type: literal.type, location: location)
  }

  /// Returns zero of any type that can be stored.
  func zero(_ type: Type, at location: SourceLocation) -> Value {
    func construction(_ parts: [Value]) -> Value { Value(kind: .construct(parts), type: type, location: location) }
    writtenZeros += 1
    guard writtenZeros <= 1 << 18 else {
      if writtenZeros == (1 << 18) + 1 {
        reporter.limit("zeros of omitted list elements", requested: writtenZeros, allowed: 1 << 18, at: location)
      }
      return construction([])
    }
    switch type {
    case .scalar(let scalar): return literal(Literal.int(0).converted(to: scalar), at: location)
    case .vector(let scalar, _): return construction([zero(.scalar(scalar), at: location)])
    case .matrix: return construction([zero(.float, at: location)])
    case .array(let element, let count):
      return construction(Array(repeating: zero(element, at: location), count: count))
    case .structure(let number): return construction(unit.structures[number].fields.map { zero($0.type, at: location) })
    default: return construction([])
    }
  }
}

extension Literal {
  /// Returns the literal converted as in C. Floats out of range become the nearest integer, NaN becomes 0.
  func converted(to scalar: Scalar) -> Literal {
    switch (self, scalar) {
    case (.bool(let value), .bool): .bool(value)
    case (.bool(let value), .int): .int(value ? 1 : 0)
    case (.bool(let value), .uint): .uint(value ? 1 : 0)
    case (.bool(let value), .float): .float(value ? 1 : 0)
    case (.int(let value), .bool): .bool(value != 0)
    case (.int(let value), .int): .int(value)
    case (.int(let value), .uint): .uint(UInt32(bitPattern: value))
    case (.int(let value), .float): .float(Float(value))
    case (.uint(let value), .bool): .bool(value != 0)
    case (.uint(let value), .int): .int(Int32(bitPattern: value))
    case (.uint(let value), .uint): .uint(value)
    case (.uint(let value), .float): .float(Float(value))
    case (.float(let value), .bool): .bool(value != 0)
    case (.float(let value), .int):
      .int(value.isNaN ? 0 : value >= 2_147_483_648 ? .max : value < -2_147_483_648 ? .min : Int32(value))
    case (.float(let value), .uint): .uint(!(value > 0) ? 0 : value >= 4_294_967_296 ? .max : UInt32(value))
    case (.float(let value), .float): .float(value)
    }
  }
}
