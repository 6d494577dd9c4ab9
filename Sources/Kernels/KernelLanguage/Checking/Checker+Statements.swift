extension Checker {
  /// Checks the statements of a block. Those with errors are omitted.
  func statements(_ syntax: [StatementSyntax]) -> [Statement] {
    var statements: [Statement] = []
    for statement in syntax where !reporter.isFull {
      attempt { () throws(CompileFailure) in statements += try self.statement(statement) }
    }
    return statements
  }

  /// Checks the statements of a block in a new scope.
  private func scoped(_ syntax: [StatementSyntax]) -> [Statement] {
    scopes.append([:])
    defer { scopes.removeLast() }
    return statements(syntax)
  }

  private func statement(_ syntax: StatementSyntax) throws(CompileFailure) -> [Statement] {
    func newStatement(_ kind: Statement.Kind) -> [Statement] { [Statement(kind: kind, location: syntax.location)] }
    switch syntax.kind {
    case .empty: return []
    case .block(let body): return newStatement(.block(scoped(body)))
    case .declaration(let names):
      var statements: [Statement] = []
      for name in names { statements.append(try declaration(name)) }
      return statements
    case .expression(let expression): return newStatement(.evaluate(try plain(value(expression))))
    case .if(let condition, let first, let second):
      let value = try self.condition(condition)
      return newStatement(.branch(value, scoped([first]), second.map { scoped([$0]) } ?? []))
    case .for(let initial, let condition, let step, let body):
      return newStatement(.loop(try forLoop(initial, condition, step, body)))
    case .while(let condition, let body):
      return newStatement(.loop(Loop(initial: [], condition: try self.condition(condition), body: loopBody(body))))
    case .do(let body, let condition):
      let statements = loopBody(body)
      return newStatement(
        .loop(Loop(initial: [], condition: try self.condition(condition), body: statements, testsFirst: false)))
    case .switch(let value, let cases): return newStatement(try choice(value, cases))
    case .break:
      guard loopDepth + switchDepth > 0 else { throw fail("'break' outside of a loop", at: syntax.location) }
      return newStatement(.leave)
    case .continue:
      guard loopDepth > 0 else { throw fail("'continue' outside of a loop", at: syntax.location) }
      return newStatement(.next)
    case .return(let expression): return newStatement(.return(try returned(expression, syntax.location)))
    }
  }

  private func returned(_ expression: ExpressionSyntax?, _ location: SourceLocation) throws(CompileFailure) -> Value? {
    guard let expression else {
      guard result == .void else {
        throw fail("this function returns \(spelled(result))", at: location, allowed: "return value;")
      }
      return nil
    }
    if result == .void {
      throw fail("this function returns nothing", at: expression.location, allowed: "return;")
    }
    let value = try initial(expression, of: result)
    guard cost(from: value.type, to: result) != nil else {
      throw fail(
        "function declared with return type '\(spelled(result))', but returning type '\(spelled(value.type))'",
        at: expression.location, allowed: spelled(result))
    }
    return try converted(value, to: result)
  }

  func condition(_ expression: ExpressionSyntax) throws(CompileFailure) -> Value {
    let value = try self.value(expression)
    guard value.type != .bool else { return value }
    guard language == .metal, case .scalar = value.type else {
      throw fail(
        "a condition is one bool, not \(spelled(value.type))", at: expression.location,
        allowed: value.type.scalar == .bool ? "any(…) or all(…)" : "a comparison")
    }
    return try converted(value, to: .bool)
  }

  // MARK: Variables

  private func declaration(_ syntax: VariableSyntax) throws(CompileFailure) -> Statement {
    var (type, value) = try initialised(syntax)
    if type == .void { type = .float }
    let qualifiers = syntax.type.qualifiers
    guard qualifiers.isDisjoint(with: [.pointer, .reference]) || type.isOpaque else {
      throw fail(
        "references and pointers are parameters only", at: syntax.location, allowed: "a variable with a copy")
    }
    guard !type.isOpaque else {
      throw fail(
        "'\(spelled(type))' can only be a parameter", at: syntax.location, allowed: "the parameter's own name")
    }
    guard scopes[scopes.count - 1][syntax.name] == nil else {
      throw fail("'\(syntax.name)' is declared twice", at: syntax.location, allowed: "another name")
    }
    let isConstant = !qualifiers.isDisjoint(with: [.const, .constant, .constexpr])
    variables.append(
      Variable(
        name: syntax.name, type: type, passing: .local, isConstant: isConstant, isWritten: false,
        location: syntax.location))
    scopes[scopes.count - 1][syntax.name] = variables.count - 1
    if isConstant, let literal = value?.literal { constantValues[variables.count - 1] = literal }
    return Statement(kind: .declare(variables.count - 1, value), location: syntax.location)
  }

  /// Returns the type of a variable or constant, and its initial value.
  func initialised(_ syntax: VariableSyntax) throws(CompileFailure) -> (Type, Value?) {
    if syntax.type.isAutomatic {
      guard let initial = syntax.initial else {
        throw fail("'auto' needs a value", at: syntax.location, allowed: "= value")
      }
      let value = try self.value(initial)
      return (value.type, value)
    }
    guard syntax.type.named.type != .void else {
      throw fail("a variable cannot be void", at: syntax.location, allowed: "the type's name")
    }
    var count: Int?
    if case .list(let values)? = syntax.initial?.kind { count = values.count }
    let type = try sized(syntax.type.named.type, syntax.dimensions, syntax.location, count: count)
    guard let initial = syntax.initial else { return (type, nil) }
    return (type, try converted(self.initial(initial, of: type), to: type))
  }

  // MARK: Loops and switches

  private func loopBody(_ body: StatementSyntax) -> [Statement] {
    loopDepth += 1
    defer { loopDepth -= 1 }
    return scoped([body])
  }

  private func forLoop(
    _ initial: StatementSyntax, _ condition: ExpressionSyntax?, _ step: ExpressionSyntax?, _ body: StatementSyntax
  ) throws(CompileFailure) -> Loop {
    scopes.append([:])
    defer { scopes.removeLast() }
    var loop = Loop(initial: try statement(initial), body: [])
    if let condition { loop.condition = try self.condition(condition) }
    if let step { loop.step = try plain(value(step)) }
    loop.body = loopBody(body)
    loop.counter = counter(of: loop)
    return loop
  }

  private func choice(_ value: ExpressionSyntax, _ cases: [CaseSyntax]) throws(CompileFailure) -> Statement.Kind {
    let value = try self.value(value)
    guard value.type == .int || value.type == .uint else {
      throw fail("switch takes an integer, not \(spelled(value.type))", at: value.location, allowed: "int, uint, enum")
    }
    switchDepth += 1
    scopes.append([:])
    defer {
      switchDepth -= 1
      scopes.removeLast()
    }
    var seen: Set<Int?> = []
    var choices: [Choice] = []
    for one in cases {
      var labels: [Int?] = []
      for label in one.labels {
        var number: Int?
        if let label { number = try integerConstant(label, "a case") }
        guard seen.insert(number).inserted else {
          throw fail("this case occurs twice", at: label?.location ?? one.location, allowed: "each value once")
        }
        labels.append(number)
      }
      choices.append(Choice(labels: labels, body: statements(one.body)))
    }
    return .choice(try converted(value, to: .int), choices)
  }
}
