extension Checker {
  /// An expression with its types. The depth of the written tree is limited, so this may call itself.
  func value(_ syntax: ExpressionSyntax) throws(CompileFailure) -> Value {
    let place = syntax.location
    switch syntax.kind {
    case .integer(let number, let isUnsigned):
      return literal(isUnsigned ? .uint(number) : .int(Int32(bitPattern: number)), at: place)
    case .float(let number): return literal(.float(number), at: place)
    case .bool(let value): return literal(.bool(value), at: place)
    case .name(let name): return try named(name, place)
    case .unary(let operation, let operand): return try unary(operation, value(operand), place)
    case .binary(let operation, let left, let right): return try binary(operation, value(left), value(right), place)
    case .assignment(let operation, let target, let value):
      return try assignment(operation, target, value, place)
    case .step(let target, let isIncrement, let isPostfix):
      let target = try self.target(target)
      guard target.type.isNumeric else {
        throw fail("'\(isIncrement ? "++" : "--")' on \(spelled(target.type))", at: place, allowed: "numbers")
      }
      return Value(
        kind: .step(target, isIncrement: isIncrement, isPostfix: isPostfix), type: target.type, location: place)
    case .sequence(let first, let second):
      let (a, b) = (try plain(value(first)), try plain(value(second)))
      return Value(kind: .sequence(a, b), type: b.type, location: place)
    case .conditional(let condition, let first, let second):
      return try conditional(self.condition(condition), value(first), value(second), place)
    case .call(let name, let arguments): return try call(name, arguments, place)
    case .construct(let type, let parts): return try constructed(type, parts, place)
    case .cast(let type, let value): return try cast(self.value(value), to: type, place)
    case .bitCast(let type, let value): return try bitCast(self.value(value), to: type, place)
    case .member(let base, let name): return try member(value(base), name, place)
    case .method(let base, let name, let arguments): return try method(base, name, arguments, place)
    case .element(let base, let index): return try element(value(base), value(index), place)
    case .list:
      throw fail("a list in braces has no type of its own", at: place, allowed: "T{a, b}, or behind a declaration")
    }
  }

  /// A value that is no image, place or bytes of the app.
  func plain(_ value: Value) throws(CompileFailure) -> Value {
    guard value.type.isOpaque else { return value }
    throw fail("\(spelled(value.type)) is no value", at: value.location, allowed: "what it is asked for")
  }

  // MARK: Names

  private func named(_ name: String, _ place: SourceLocation) throws(CompileFailure) -> Value {
    for scope in scopes.reversed() {
      guard let number = scope[name] else { continue }
      if let known = knownNumbers[number] { return literal(known, at: place) }
      let variable = variables[number]
      // A reference to data is its first element.
      if case .data(let type) = variable.type, variable.passing == .reference {
        return Value(kind: .data(number, literal(.int(0), at: place)), type: type, location: place)
      }
      return Value(kind: .variable(number), type: variable.type, location: place)
    }
    switch fileNames[name] {
    case .literal(let value): return literal(value, at: place)
    case .constant(let number):
      return Value(kind: .constant(number), type: unit.constants[number].value.type, location: place)
    case nil: break
    }
    if language == .metal, let value = BuiltinRow.metalConstants[name] {
      if name.hasPrefix("M_PI"), !name.hasSuffix("F"), !name.hasSuffix("H") {
        reporter.warn("'\(name)' is not Metal's: write \(name)_F", at: place)
      }
      return literal(value, at: place)
    }
    if functionNumbers[name] != nil || !builtins[name].isEmpty {
      throw fail("function '\(name)' is not called", at: place, allowed: "\(name)(…); functions cannot be handed on")
    }
    let known = scopes.flatMap(\.keys) + fileNames.keys
    throw fail(
      "'\(name)' is not declared", at: place, allowed: nearestName(to: name, in: known).map { "did you mean '\($0)'?" })
  }

  // MARK: Assignments

  /// A value that can be assigned to.
  func target(_ syntax: ExpressionSyntax) throws(CompileFailure) -> Value {
    let target = try value(syntax)
    guard let number = target.assignedVariable else {
      throw fail("this cannot be assigned to", at: syntax.location, allowed: "a variable, its members and elements")
    }
    let variable = variables[number]
    guard !variable.isConstant, !variable.type.isOpaque else {
      throw fail(
        "'\(variable.name)' is constant", at: syntax.location, allowed: "a variable of one's own",
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
    _ operation: BinaryOperator?, _ target: ExpressionSyntax, _ syntax: ExpressionSyntax, _ place: SourceLocation
  ) throws(CompileFailure) -> Value {
    let target = try self.target(target)
    guard let operation else {
      let value = try converted(initial(syntax, of: target.type), to: target.type)
      return Value(kind: .assign("", target, value), type: target.type, location: place)
    }
    let right = try value(syntax)
    let result = try binary(operation, target, right, place)
    // GLSL has the operator when it keeps the type of its left side.
    if case .infix(let name, let left, let value) = result.kind, result.type == target.type, left.type == target.type,
      !operation.isComparison, !operation.isLogical
    {
      return Value(kind: .assign(name, target, value), type: target.type, location: place)
    }
    guard !target.hasEffects else {
      throw fail("this place would be computed twice", at: place, allowed: "an index without ++, -- or calls")
    }
    return Value(kind: .assign("", target, try converted(result, to: target.type)), type: target.type, location: place)
  }

  // MARK: Choices

  private func conditional(
    _ condition: Value, _ first: Value, _ second: Value, _ place: SourceLocation
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
        "the choices of '?' are \(spelled(first.type)) and \(spelled(second.type))", at: place, allowed: "one type")
    }
    guard !type.isOpaque, type != .void else {
      throw fail("'?' cannot choose between \(spelled(type)) values", at: place, allowed: "numbers")
    }
    let values = (try converted(first, to: type), try converted(second, to: type))
    return Value(kind: .conditional(condition, values.0, values.1), type: type, location: place)
  }

  // MARK: Parts

  private func member(_ base: Value, _ name: String, _ place: SourceLocation) throws(CompileFailure) -> Value {
    if case .structure(let number) = base.type {
      let fields = unit.structures[number].fields
      guard let field = fields.firstIndex(where: { $0.name == name }) else {
        throw fail(
          "\(spelled(base.type)) has no member '\(name)'", at: place,
          allowed: fields.map(\.name).joined(separator: ", "))
      }
      return Value(kind: .field(base, field), type: fields[field].type, location: place)
    }
    guard case .vector(let scalar, let count) = base.type else {
      throw fail("\(spelled(base.type)) has no member '\(name)'", at: place, allowed: memberHint(base.type))
    }
    let sets = language == .metal ? ["xyzw", "rgba"] : ["xyzw", "rgba", "stpq"]
    guard (1...4).contains(name.count), let set = sets.first(where: { set in name.allSatisfy(set.contains) }) else {
      throw fail(
        "'.\(name)' names no components", at: place,
        allowed: sets.map { "." + $0.prefix(count) }.joined(separator: ", ") + ", one to four of one of these")
    }
    let indices = name.map { letter in set.distance(from: set.startIndex, to: set.firstIndex(of: letter)!) }
    guard indices.allSatisfy({ $0 < count }) else {
      throw fail("'.\(name)' of \(spelled(base.type))", at: place, allowed: "." + set.prefix(count))
    }
    let letters = String(indices.map { Array("xyzw")[$0] })
    return Value(kind: .swizzle(base, letters), type: .numbers(scalar, name.count), location: place)
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

  private func element(_ base: Value, _ index: Value, _ place: SourceLocation) throws(CompileFailure) -> Value {
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
      guard case .variable(let number) = base.kind else { throw fail("pointers: only constant parameters", at: place) }
      return Value(kind: .data(number, index), type: element, location: place)
    default: throw fail("\(spelled(base.type)) has no elements", at: place, allowed: "arrays, vectors, matrices")
    }
    if let number = index.integer, !(0..<count).contains(number) {
      throw fail("element \(number) of \(spelled(base.type))", at: index.location, allowed: "0 to \(count - 1)")
    }
    return Value(kind: .element(base, index), type: type, location: place)
  }
}
