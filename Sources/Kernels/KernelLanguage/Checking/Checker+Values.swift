extension Checker {
  /// Returns an expression with its types. The recursion is bounded by the depth of the syntax tree.
  func value(_ syntax: ExpressionSyntax) throws(CompileFailure) -> Value {
    let location = syntax.location
    switch syntax.kind {
    case .integer(let number, let isUnsigned):
      return literal(isUnsigned ? .uint(number) : .int(Int32(bitPattern: number)), at: location)
    case .float(let number): return literal(.float(number), at: location)
    case .bool(let value): return literal(.bool(value), at: location)
    case .name(let name): return try named(name, location)
    case .unary(let operation, let operand): return try unary(operation, value(operand), location)
    case .binary(let operation, let left, let right): return try binary(operation, value(left), value(right), location)
    case .assignment(let operation, let target, let value):
      return try assignment(operation, target, value, location)
    case .step(let target, let isIncrement, let isPostfix):
      let target = try self.target(target)
      guard target.type.isNumeric else {
        throw fail("'\(isIncrement ? "++" : "--")' on \(spelled(target.type))", at: location, allowed: "numbers")
      }
      return Value(
        kind: .step(target, isIncrement: isIncrement, isPostfix: isPostfix), type: target.type, location: location)
    case .sequence(let first, let second):
      let (a, b) = (try plain(value(first)), try plain(value(second)))
      return Value(kind: .sequence(a, b), type: b.type, location: location)
    case .conditional(let condition, let first, let second):
      return try conditional(self.condition(condition), value(first), value(second), location)
    case .call(let name, let arguments): return try call(name, arguments, location)
    case .construct(let type, let parts): return try constructed(type, parts, location)
    case .cast(let type, let value): return try cast(self.value(value), to: type, location)
    case .bitCast(let type, let value): return try bitCast(self.value(value), to: type, location)
    case .member(let base, let name): return try member(value(base), name, location)
    case .method(let base, let name, let arguments): return try method(base, name, arguments, location)
    case .element(let base, let index): return try element(value(base), value(index), location)
    case .list:
      throw fail("a list in braces has no type of its own", at: location, allowed: "T{a, b}, or after a declaration")
    }
  }

  /// Returns a value that is not an image, a destination or data; throws for those.
  func plain(_ value: Value) throws(CompileFailure) -> Value {
    guard value.type.isOpaque else { return value }
    throw fail("\(spelled(value.type)) is not a value", at: value.location, allowed: "a value that is read from it")
  }

  // MARK: Names

  private func named(_ name: String, _ location: SourceLocation) throws(CompileFailure) -> Value {
    for scope in scopes.reversed() {
      guard let number = scope[name] else { continue }
      if let constant = constantValues[number] { return literal(constant, at: location) }
      let variable = variables[number]
      // A reference to data is its first element.
      if case .data(let type) = variable.type, variable.passing == .reference {
        return Value(kind: .data(number, literal(.int(0), at: location)), type: type, location: location)
      }
      return Value(kind: .variable(number), type: variable.type, location: location)
    }
    switch globalNames[name] {
    case .literal(let value): return literal(value, at: location)
    case .constant(let number):
      return Value(kind: .constant(number), type: unit.constants[number].value.type, location: location)
    case nil: break
    }
    if language == .metal, let value = BuiltinRow.metalConstants[name] {
      if name.hasPrefix("M_PI"), !name.hasSuffix("F"), !name.hasSuffix("H") {
        reporter.warn("'\(name)' is not Metal's: write \(name)_F", at: location)
      }
      return literal(value, at: location)
    }
    if functionIndices[name] != nil || !builtins[name].isEmpty {
      throw fail("function '\(name)' is not called", at: location, allowed: "\(name)(…); functions cannot be passed")
    }
    let known = scopes.flatMap(\.keys) + globalNames.keys
    throw fail(
      "'\(name)' is not declared", at: location,
      allowed: nearestName(to: name, in: known).map { "did you mean '\($0)'?" })
  }

  // MARK: Assignments

  /// Returns an expression that can be assigned to.
  func target(_ syntax: ExpressionSyntax) throws(CompileFailure) -> Value {
    let target = try value(syntax)
    guard let number = target.assignedVariable else {
      throw fail("this cannot be assigned to", at: syntax.location, allowed: "a variable, its members and elements")
    }
    let variable = variables[number]
    guard !variable.isConstant, !variable.type.isOpaque else {
      throw fail(
        "'\(variable.name)' is constant", at: syntax.location, allowed: "a variable of your own",
        notes: [reporter.note("declared here", at: variable.location)])
    }
    var part = target
    while true {
      switch part.kind {
      case .swizzle(let base, let letters):
        guard Set(letters).count == letters.count else {
          throw fail("'.\(letters)' names a component twice", at: syntax.location, allowed: "each once")
        }
        part = base
        continue
      case .element(let base, _), .field(let base, _):
        part = base
        continue
      default: break
      }
      break
    }
    variables[number].isWritten = true
    return target
  }

  private func assignment(
    _ operation: BinaryOperator?, _ target: ExpressionSyntax, _ syntax: ExpressionSyntax, _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    let target = try self.target(target)
    guard let operation else {
      let value = try converted(initial(syntax, of: target.type), to: target.type)
      return Value(kind: .assign("", target, value), type: target.type, location: location)
    }
    let right = try value(syntax)
    let result = try binary(operation, target, right, location)
    // A compound assignment of GLSL keeps the type of its left side.
    if case .infix(let name, let left, let value) = result.kind, result.type == target.type, left.type == target.type,
      !operation.isComparison, !operation.isLogical
    {
      return Value(kind: .assign(name, target, value), type: target.type, location: location)
    }
    guard !target.hasEffects else {
      throw fail("this target would be evaluated twice", at: location, allowed: "an index without ++, -- or calls")
    }
    return Value(
      kind: .assign("", target, try converted(result, to: target.type)), type: target.type, location: location)
  }

  // MARK: Conditionals

  private func conditional(
    _ condition: Value, _ first: Value, _ second: Value, _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    let (toFirst, toSecond) = (cost(from: second.type, to: first.type), cost(from: first.type, to: second.type))
    let isScalar = first.type.width == 1 && second.type.width == 1
    var type = first.type
    if isScalar, first.type != second.type, let scalar = commonScalar(first.type, second.type) {
      type = .scalar(scalar)
    } else if let toSecond, toSecond < toFirst ?? .max {
      type = second.type
    } else if toFirst == nil {
      throw fail(
        "the choices of '?' are \(spelled(first.type)) and \(spelled(second.type))", at: location, allowed: "one type")
    }
    guard !type.isOpaque, type != .void else {
      throw fail("'?' cannot choose between \(spelled(type)) values", at: location, allowed: "numbers")
    }
    let values = (try converted(first, to: type), try converted(second, to: type))
    return Value(kind: .conditional(condition, values.0, values.1), type: type, location: location)
  }

  // MARK: Members and elements

  private func member(_ base: Value, _ name: String, _ location: SourceLocation) throws(CompileFailure) -> Value {
    if case .structure(let number) = base.type {
      let fields = unit.structures[number].fields
      guard let field = fields.firstIndex(where: { $0.name == name }) else {
        throw fail(
          "\(spelled(base.type)) has no member '\(name)'", at: location,
          allowed: fields.map(\.name).joined(separator: ", "))
      }
      return Value(kind: .field(base, field), type: fields[field].type, location: location)
    }
    guard case .vector(let scalar, let count) = base.type else {
      throw fail("\(spelled(base.type)) has no member '\(name)'", at: location, allowed: memberHint(base.type))
    }
    let sets = language == .metal ? ["xyzw", "rgba"] : ["xyzw", "rgba", "stpq"]
    guard (1...4).contains(name.count), let set = sets.first(where: { set in name.allSatisfy(set.contains) }) else {
      throw fail(
        "'.\(name)' names no components", at: location,
        allowed: sets.map { "." + $0.prefix(count) }.joined(separator: ", ") + ", one to four of one of these")
    }
    let indices = name.map { letter in set.distance(from: set.startIndex, to: set.firstIndex(of: letter)!) }
    guard indices.allSatisfy({ $0 < count }) else {
      throw fail("'.\(name)' of \(spelled(base.type))", at: location, allowed: "." + set.prefix(count))
    }
    let letters = String(indices.map { Array("xyzw")[$0] })
    return Value(kind: .swizzle(base, letters), type: .components(scalar, name.count), location: location)
  }

  private func memberHint(_ type: Type) -> String? {
    switch type {
    case .sampler:
      language == .metal ? "sample(p), transform(p), coord(), extent(), origin(), size()" : "sample(src, p)"
    case .destination, .groupDestination: "coord()"
    case .array: "an element: [i]"
    case .matrix: "a column: [i]"
    default: nil
    }
  }

  private func element(_ base: Value, _ index: Value, _ location: SourceLocation) throws(CompileFailure) -> Value {
    guard index.type == .int || index.type == .uint else {
      throw fail(
        "an index is a whole number, not \(spelled(index.type))", at: index.location, allowed: "int(…)")
    }
    let index = cast(index, to: .int)
    let (type, count): (Type, Int)
    switch base.type {
    case .array(let element, let size): (type, count) = (element, size)
    case .vector(let scalar, let size): (type, count) = (.scalar(scalar), size)
    case .matrix(let columns, let rows): (type, count) = (.floats(rows), columns)
    case .data(let element):
      guard case .variable(let number) = base.kind else {
        throw fail("pointers: only constant parameters", at: location)
      }
      return Value(kind: .data(number, index), type: element, location: location)
    default: throw fail("\(spelled(base.type)) has no elements", at: location, allowed: "arrays, vectors, matrices")
    }
    if let number = index.integer, !(0..<count).contains(number) {
      throw fail("element \(number) of \(spelled(base.type))", at: index.location, allowed: "0 to \(count - 1)")
    }
    return Value(kind: .element(base, index), type: type, location: location)
  }
}
