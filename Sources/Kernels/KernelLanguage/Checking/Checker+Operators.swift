extension Checker {
  func unary(_ operation: UnaryOperator, _ value: Value, _ place: SourceLocation) throws(CompileFailure) -> Value {
    func made(_ kind: Value.Kind, _ type: Type) -> Value { Value(kind: kind, type: type, location: place) }
    switch operation {
    case .plus, .minus:
      var value = value
      if value.type.scalar == .bool, language == .metal { value = cast(value, to: .int) }
      guard value.type.isNumeric else { break }
      if operation == .plus { return value }
      switch value.literal {
      case .int(let number): return literal(.int(0 &- number), at: place)
      case .uint(let number): return literal(.uint(0 &- number), at: place)
      case .float(let number): return literal(.float(-number), at: place)
      default: return made(.prefix("-", value), value.type)
      }
    case .not:
      if case .bool(let bool)? = value.literal { return literal(.bool(!bool), at: place) }
      if value.type == .bool { return made(.prefix("!", value), .bool) }
      guard language == .metal else { break }
      if case .scalar = value.type { return made(.prefix("!", cast(value, to: .bool)), .bool) }
      if value.type.scalar == .bool { return made(.builtin("not", [value]), value.type) }
    case .complement:
      if case .int(let number)? = value.literal { return literal(.int(~number), at: place) }
      if value.type.scalar == .int || value.type.scalar == .uint { return made(.prefix("~", value), value.type) }
    }
    throw fail(
      "'\(operation.rawValue)' on \(spelled(value.type))", at: place,
      allowed: operation == .not ? (language == .metal ? "bool" : "bool, or not(…)") : "numbers")
  }

  func binary(_ operation: BinaryOperator, _ a: Value, _ b: Value, _ place: SourceLocation) throws(CompileFailure) -> Value {
    if let folded = folded(operation, a, b, place) { return folded }
    if operation.isLogical { return try logical(operation, a, b, place) }
    if operation.isComparison { return try comparison(operation, a, b, place) }
    if a.type.isMatrix || b.type.isMatrix { return try matrix(operation, a, b, place) }
    let (left, right) = try unified(operation, a, b, place)
    let type = left.type.width! >= right.type.width! ? left.type : right.type
    return arithmetic(operation, left, right, type, place)
  }

  /// The kind of number that two kinds become in an operation.
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

  /// Both operands with one kind of number; each a scalar, or a vector of the same size.
  private func unified(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ place: SourceLocation
  ) throws(CompileFailure) -> (Value, Value) {
    func refused(_ allowed: String) -> CompileFailure {
      fail("'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: place, allowed: allowed)
    }
    guard var scalar = commonScalar(a.type, b.type), let aWidth = a.type.width, let bWidth = b.type.width else {
      throw refused("numbers of one kind")
    }
    guard aWidth == bWidth || aWidth == 1 || bWidth == 1 else { throw refused("vectors of one size") }
    if aWidth > 1, bWidth > 1, a.type.scalar != b.type.scalar, language == .metal {
      throw refused("vectors of one kind: \(spelled(.numbers(scalar, aWidth)))(…)")
    }
    if scalar == .bool {
      guard language == .metal else { throw refused("numbers") }
      scalar = .int
    }
    // The kind of a vector stays when a scalar comes to it.
    if language == .metal, aWidth != bWidth, let kept = (aWidth > 1 ? a : b).type.scalar, kept != .bool {
      scalar = kept
    }
    if operation.isBitwise, scalar == .float {
      throw refused(operation == .remainder ? (language == .metal ? "fmod(x, y)" : "mod(x, y)") : "integers")
    }
    return (cast(a, to: scalar), cast(b, to: scalar))
  }

  /// An operation as GLSL has it, or as the prelude does where GLSL leaves the result open.
  private func arithmetic(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ type: Type, _ place: SourceLocation
  ) -> Value {
    func made(_ kind: Value.Kind) -> Value { Value(kind: kind, type: type, location: place) }
    func widened(_ value: Value) -> Value {
      value.type == type ? value : Value(kind: .construct([value]), type: type, location: value.location)
    }
    switch operation {
    case .divide where type.scalar != .float:
      if let divisor = b.integer, divisor > 0 { return made(.infix("/", a, b)) }
      return made(.builtin("ci_div", [widened(a), widened(b)]))
    case .remainder: return made(.builtin("ci_rem", [widened(a), widened(b)]))
    case .shiftLeft, .shiftRight:
      if let count = b.integer, (0..<32).contains(count) { return made(.infix(operation.rawValue, widened(a), b)) }
      let mask = literal(Literal.int(31).converted(to: type.scalar!), at: place)
      let count = Value(kind: .infix("&", b, mask), type: b.type, location: place)
      return made(.infix(operation.rawValue, widened(a), count))
    default: return made(.infix(operation.rawValue, a, b))
    }
  }

  private func matrix(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ place: SourceLocation
  ) throws(CompileFailure) -> Value {
    func made(_ type: Type) -> Value {
      let (left, right) = (cast(a, to: .float), cast(b, to: .float))
      return Value(kind: .infix(operation.rawValue, left, right), type: type, location: place)
    }
    let isScalar = (a.type.width == 1 && a.type.isNumeric, b.type.width == 1 && b.type.isNumeric)
    switch (operation, a.type, b.type) {
    case (.multiply, .matrix(let columns, let rows), .vector(.float, let count)) where columns == count:
      return made(.floats(rows))
    case (.multiply, .vector(.float, let count), .matrix(let columns, let rows)) where rows == count:
      return made(.floats(columns))
    case (.multiply, .matrix(let middle, let rows), .matrix(let columns, let count)) where middle == count:
      return made(.matrix(columns, rows))
    case (.multiply, .matrix, _) where isScalar.1, (.divide, .matrix, _) where isScalar.1: return made(a.type)
    case (.multiply, _, .matrix) where isScalar.0: return made(b.type)
    case (.add, _, _) where a.type == b.type, (.subtract, _, _) where a.type == b.type: return made(a.type)
    default:
      throw fail(
        "'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: place,
        allowed: "matrix * vector, vector * matrix, matrix * matrix, matrix * number; + and - between equal ones")
    }
  }

  // MARK: Questions

  private func logical(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ place: SourceLocation
  ) throws(CompileFailure) -> Value {
    var (left, right) = (a, b)
    if language == .metal {
      if case .scalar = a.type, case .scalar = b.type { (left, right) = (cast(a, to: .bool), cast(b, to: .bool)) }
      if case .vector(.bool, _) = a.type, a.type == b.type {
        let name = operation == .and ? "ci_and" : "ci_or"
        return Value(kind: .builtin(name, [a, b]), type: a.type, location: place)
      }
    }
    guard left.type == .bool, right.type == .bool else {
      throw fail(
        "'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: place, allowed: "bool values")
    }
    return Value(kind: .infix(operation.rawValue, left, right), type: .bool, location: place)
  }

  private static let vectorComparisons: [BinaryOperator: String] = [
    .less: "lessThan", .lessEqual: "lessThanEqual", .greater: "greaterThan", .greaterEqual: "greaterThanEqual",
    .equal: "equal", .notEqual: "notEqual",
  ]

  private func comparison(
    _ operation: BinaryOperator, _ a: Value, _ b: Value, _ place: SourceLocation
  ) throws(CompileFailure) -> Value {
    let isEquality = operation == .equal || operation == .notEqual
    if a.type == b.type, a.type.scalar == .bool || a.type.isMatrix, isEquality {
      guard language == .metal, case .vector(_, let count) = a.type else {
        return Value(kind: .infix(operation.rawValue, a, b), type: .bool, location: place)
      }
      return Value(
        kind: .builtin(Self.vectorComparisons[operation]!, [a, b]), type: .vector(.bool, count), location: place)
    }
    let (left, right) = try unified(operation, a, b, place)
    let count = max(left.type.width!, right.type.width!)
    if count == 1 { return Value(kind: .infix(operation.rawValue, left, right), type: .bool, location: place) }
    let type = Type.vector(left.type.scalar!, count)
    guard language == .metal else {
      guard left.type == right.type, isEquality else {
        throw fail(
          "'\(operation.rawValue)' between \(spelled(a.type)) and \(spelled(b.type))", at: place,
          allowed: "\(Self.vectorComparisons[operation]!)(a, b), which gives a bool for each component")
      }
      return Value(kind: .infix(operation.rawValue, left, right), type: .bool, location: place)
    }
    let both = [left, right].map { $0.type == type ? $0 : Value(kind: .construct([$0]), type: type, location: place) }
    return Value(
      kind: .builtin(Self.vectorComparisons[operation]!, both), type: .vector(.bool, count), location: place)
  }

  // MARK: Constants

  /// The result of an operation between integers that are known, as C computes it.
  private func folded(_ operation: BinaryOperator, _ a: Value, _ b: Value, _ place: SourceLocation) -> Value? {
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
    if let number { return literal(.int(number), at: place) }
    let answer: Bool? =
      switch operation {
      case .less: x < y
      case .lessEqual: x <= y
      case .greater: x > y
      case .greaterEqual: x >= y
      case .equal: x == y
      case .notEqual: x != y
      default: nil
      }
    return answer.map { literal(.bool($0), at: place) }
  }
}
