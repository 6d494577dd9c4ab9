extension Checker {
  func unary(_ operation: UnaryOperator, _ value: Value, _ location: SourceLocation) throws(CompileFailure) -> Value {
    func newValue(_ kind: Value.Kind, _ type: Type) -> Value { Value(kind: kind, type: type, location: location) }
    switch operation {
    case .plus, .minus:
      var value = value
      if value.type.scalar == .bool, language == .metal { value = cast(value, to: .int) }
      guard value.type.isNumeric else { break }
      if operation == .plus { return value }
      switch value.literal {
      case .int(let number): return literal(.int(0 &- number), at: location)
      case .uint(let number): return literal(.uint(0 &- number), at: location)
      case .float(let number): return literal(.float(-number), at: location)
      default: return newValue(.prefix("-", value), value.type)
      }
    case .not:
      if case .bool(let bool)? = value.literal { return literal(.bool(!bool), at: location) }
      if value.type == .bool { return newValue(.prefix("!", value), .bool) }
      guard language == .metal else { break }
      if case .scalar = value.type { return newValue(.prefix("!", cast(value, to: .bool)), .bool) }
      if value.type.scalar == .bool { return newValue(.builtin("not", [value]), value.type) }
    case .complement:
      if case .int(let number)? = value.literal { return literal(.int(~number), at: location) }
      if value.type.scalar == .int || value.type.scalar == .uint { return newValue(.prefix("~", value), value.type) }
    }
    throw fail(
      "'\(operation.rawValue)' on \(spelled(value.type))", at: location,
      allowed: operation == .not ? (language == .metal ? "bool" : "bool, or not(…)") : "numbers")
  }

  func binary(_ operation: BinaryOperator, _ a: Value, _ b: Value, _ location: SourceLocation) throws(CompileFailure)
    -> Value
  {
    if let folded = folded(operation, a, b, location) { return folded }
    if operation.isLogical { return try logical(operation, a, b, location) }
    if operation.isComparison { return try comparison(operation, a, b, location) }
    if a.type.isMatrix || b.type.isMatrix { return try matrix(operation, a, b, location) }
    let (left, right) = try unified(operation, a, b, location)
    let type = left.type.width! >= right.type.width! ? left.type : right.type
    return arithmetic(operation, left, right, type, location)
  }

  /// Returns the scalar type to which an operation converts both operands, or nil if it accepts no such pair.
  func commonScalar(_ a: Type, _ b: Type) -> Scalar? {
    guard var one = a.scalar, var other = b.scalar else { return nil }
    if one == other { return one }
    if one == .bool || other == .bool {
      guard language == .metal else { return nil }
      if one == .bool { one = .int }
      if other == .bool { other = .int }
    }
    return Scalar(rawValue: max(one.rawValue, other.rawValue))
  }

  /// Returns both operands with the same scalar type; each is a scalar, or both are vectors of the same size.
  private func unified(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ location: SourceLocation
  ) throws(CompileFailure) -> (Value, Value) {
    func refused(_ allowed: String) -> CompileFailure {
      fail("'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: location, allowed: allowed)
    }
    guard var scalar = commonScalar(a.type, b.type), let aWidth = a.type.width, let bWidth = b.type.width else {
      throw refused("numbers of one kind")
    }
    guard aWidth == bWidth || aWidth == 1 || bWidth == 1 else { throw refused("vectors of one size") }
    if aWidth > 1, bWidth > 1, a.type.scalar != b.type.scalar, language == .metal {
      throw refused("vectors of one kind: \(spelled(.components(scalar, aWidth)))(…)")
    }
    if scalar == .bool {
      guard language == .metal else { throw refused("numbers") }
      scalar = .int
    }
    // A vector determines the scalar type of an operation with a scalar.
    if language == .metal, aWidth != bWidth, let own = (aWidth > 1 ? a : b).type.scalar, own != .bool {
      scalar = own
    }
    if operation.isBitwise, scalar == .float {
      throw refused(operation == .remainder ? (language == .metal ? "fmod(x, y)" : "mod(x, y)") : "integers")
    }
    return (cast(a, to: scalar), cast(b, to: scalar))
  }

  /// Returns an operation of GLSL, or a call of the prelude where the result is undefined in GLSL.
  private func arithmetic(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ type: Type, _ location: SourceLocation
  ) -> Value {
    func newValue(_ kind: Value.Kind) -> Value { Value(kind: kind, type: type, location: location) }
    func widened(_ value: Value) -> Value {
      value.type == type ? value : Value(kind: .construct([value]), type: type, location: value.location)
    }
    switch operation {
    case .divide where type.scalar != .float:
      if let divisor = b.integer, divisor > 0 { return newValue(.infix("/", a, b)) }
      return newValue(.builtin("ci_div", [widened(a), widened(b)]))
    case .remainder: return newValue(.builtin("ci_rem", [widened(a), widened(b)]))
    case .shiftLeft, .shiftRight:
      if let count = b.integer, (0..<32).contains(count) { return newValue(.infix(operation.rawValue, widened(a), b)) }
      let mask = literal(Literal.int(31).converted(to: type.scalar!), at: location)
      let count = Value(kind: .infix("&", b, mask), type: b.type, location: location)
      return newValue(.infix(operation.rawValue, widened(a), count))
    default: return newValue(.infix(operation.rawValue, a, b))
    }
  }

  private func matrix(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    func newValue(_ type: Type) -> Value {
      let (left, right) = (cast(a, to: .float), cast(b, to: .float))
      return Value(kind: .infix(operation.rawValue, left, right), type: type, location: location)
    }
    let isScalar = (a.type.width == 1 && a.type.isNumeric, b.type.width == 1 && b.type.isNumeric)
    switch (operation, a.type, b.type) {
    case (.multiply, .matrix(let columns, let rows), .vector(.float, let count)) where columns == count:
      return newValue(.floats(rows))
    case (.multiply, .vector(.float, let count), .matrix(let columns, let rows)) where rows == count:
      return newValue(.floats(columns))
    case (.multiply, .matrix(let middle, let rows), .matrix(let columns, let count)) where middle == count:
      return newValue(.matrix(columns, rows))
    case (.multiply, .matrix, _) where isScalar.1, (.divide, .matrix, _) where isScalar.1: return newValue(a.type)
    case (.multiply, _, .matrix) where isScalar.0: return newValue(b.type)
    case (.add, _, _) where a.type == b.type, (.subtract, _, _) where a.type == b.type: return newValue(a.type)
    default:
      throw fail(
        "'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: location,
        allowed: "matrix * vector, vector * matrix, matrix * matrix, matrix * number; + and - between equal ones")
    }
  }

  // MARK: Comparisons and logic

  private func logical(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    var (left, right) = (a, b)
    if language == .metal {
      if case .scalar = a.type, case .scalar = b.type { (left, right) = (cast(a, to: .bool), cast(b, to: .bool)) }
      if case .vector(.bool, _) = a.type, a.type == b.type {
        let name = operation == .and ? "ci_and" : "ci_or"
        return Value(kind: .builtin(name, [a, b]), type: a.type, location: location)
      }
    }
    guard left.type == .bool, right.type == .bool else {
      throw fail(
        "'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: location,
        allowed: "bool values")
    }
    return Value(kind: .infix(operation.rawValue, left, right), type: .bool, location: location)
  }

  private static let vectorComparisons: [BinaryOperator: String] = [
    .less: "lessThan", .lessEqual: "lessThanEqual", .greater: "greaterThan", .greaterEqual: "greaterThanEqual",
    .equal: "equal", .notEqual: "notEqual",
  ]

  private func comparison(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    let isEquality = operation == .equal || operation == .notEqual
    if a.type == b.type, a.type.scalar == .bool || a.type.isMatrix, isEquality {
      guard language == .metal, case .vector(_, let count) = a.type else {
        return Value(kind: .infix(operation.rawValue, a, b), type: .bool, location: location)
      }
      return Value(
        kind: .builtin(Self.vectorComparisons[operation]!, [a, b]), type: .vector(.bool, count), location: location)
    }
    let (left, right) = try unified(operation, a, b, location)
    let count = max(left.type.width!, right.type.width!)
    if count == 1 { return Value(kind: .infix(operation.rawValue, left, right), type: .bool, location: location) }
    let type = Type.vector(left.type.scalar!, count)
    guard language == .metal else {
      guard left.type == right.type, isEquality else {
        throw fail(
          "'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: location,
          allowed: "\(Self.vectorComparisons[operation]!)(a, b), which returns a bool for each component")
      }
      return Value(kind: .infix(operation.rawValue, left, right), type: .bool, location: location)
    }
    let both = [left, right].map {
      $0.type == type ? $0 : Value(kind: .construct([$0]), type: type, location: location)
    }
    return Value(
      kind: .builtin(Self.vectorComparisons[operation]!, both), type: .vector(.bool, count), location: location)
  }

  // MARK: Constants

  /// Returns the result of an operation between constant integers, as C computes it.
  private func folded(_ operation: BinaryOperator, _ a: Value, _ b: Value, _ location: SourceLocation) -> Value? {
    guard case .int(let x)? = a.literal, case .int(let y)? = b.literal else { return nil }
    let number: Int32? =
      switch operation {
      case .add: x &+ y
      case .subtract: x &- y
      case .multiply: x &* y
      case .divide: y == 0 ? 0 : x.dividedReportingOverflow(by: y).partialValue
      case .remainder: y == 0 ? 0 : x.remainderReportingOverflow(dividingBy: y).partialValue
      case .shiftLeft: x &<< y
      case .shiftRight: x &>> y
      case .bitAnd: x & y
      case .bitOr: x | y
      case .bitXor: x ^ y
      default: nil
      }
    if let number { return literal(.int(number), at: location) }
    let comparison: Bool? =
      switch operation {
      case .less: x < y
      case .lessEqual: x <= y
      case .greater: x > y
      case .greaterEqual: x >= y
      case .equal: x == y
      case .notEqual: x != y
      default: nil
      }
    return comparison.map { literal(.bool($0), at: location) }
  }
}
