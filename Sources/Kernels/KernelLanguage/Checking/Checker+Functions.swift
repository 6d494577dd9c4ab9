extension Checker {
  /// Declares all functions before their bodies are checked. Returns the functions that have a body.
  func declareFunctions() -> [(Int, FunctionSyntax)] {
    var bodies: [(Int, FunctionSyntax)] = []
    for function in syntax.functions {
      attempt { () throws(CompileFailure) in
        let declared = try signature(of: function)
        let same = functionIndices[function.name, default: []].first { number in
          unit.functions[number].parameters.map(\.type) == declared.parameters.map(\.type)
        }
        guard let same else {
          functionIndices[function.name, default: []].append(unit.functions.count)
          if function.body != nil { bodies.append((unit.functions.count, function)) }
          unit.functions.append(declared)
          return
        }
        guard function.body != nil else { return }
        guard !unit.functions[same].isDefined else {
          // A stitchable and an extern "C" definition of the same function may be in one file.
          if let mark = function.mark, let other = unit.functions[same].mark, mark != other { return }
          throw fail(
            "'\(function.name)' is defined twice for these parameters", at: function.location,
            allowed: language == .metal ? "half is computed as float: one function for both" : "other types",
            notes: [reporter.note("the first is here", at: unit.functions[same].location)])
        }
        unit.functions[same] = declared
        bodies.append((same, function))
      }
    }
    return bodies
  }

  private func signature(of function: FunctionSyntax) throws(CompileFailure) -> Function {
    var parameters: [Variable] = []
    for parameter in function.parameters { parameters.append(try self.parameter(parameter)) }
    let result = function.result
    guard result.qualifiers.isDisjoint(with: [.reference, .pointer]), !result.named.type.isOpaque else {
      throw fail("'\(function.name)' returns a reference", at: result.location, allowed: "values")
    }
    guard !result.isAutomatic else {
      throw fail("'\(function.name)' has no result type", at: result.location, allowed: "the type's name")
    }
    return Function(
      name: function.name, result: result.named.type, mark: function.mark, variables: parameters,
      parameterCount: parameters.count, body: [], isDefined: function.body != nil, location: function.location)
  }

  private func parameter(_ syntax: VariableSyntax) throws(CompileFailure) -> Variable {
    let (qualifiers, named) = (syntax.type.qualifiers, syntax.type.named)
    guard named.type != .void, !syntax.type.isAutomatic else {
      throw fail("a parameter has no type '\(syntax.type.spelling)'", at: syntax.location, allowed: "the type's name")
    }
    let type = try sized(named.type, syntax.dimensions, syntax.location, count: nil)
    var variable = Variable(
      name: syntax.name, type: type, passing: .input, role: syntax.type.role,
      isConstant: !qualifiers.isDisjoint(with: [.const, .constant]), storage: named, location: syntax.location)
    if qualifiers.contains(.pointer) || qualifiers.contains([.constant, .reference]) {
      guard qualifiers.contains(.constant), !type.isOpaque else {
        throw fail(
          "pointers: only constant parameters, read as p[i]", at: syntax.location, allowed: "constant T *p")
      }
      variable.type = .data(type)
      variable.passing = qualifiers.contains(.reference) ? .reference : .input
    } else if qualifiers.contains(.output) || qualifiers.contains(.reference) && !qualifiers.contains(.const) {
      if !type.isOpaque { variable.passing = .reference }
    }
    return variable
  }

  func checkBody(of number: Int, _ function: FunctionSyntax) throws(CompileFailure) {
    variables = unit.functions[number].variables
    constantValues = [:]
    (result, loopDepth, switchDepth) = (unit.functions[number].result, 0, 0)
    scopes = [[:]]
    for (index, parameter) in variables.enumerated() where !parameter.name.isEmpty {
      guard scopes[0].updateValue(index, forKey: parameter.name) == nil else {
        throw fail("two parameters are called '\(parameter.name)'", at: parameter.location, allowed: "another name")
      }
    }
    let body = statements(function.body ?? [])
    if result != .void, !alwaysReturns(body) {
      let message = "'\(function.name)' may end without returning \(spelled(result))"
      // Metal's compiler only warns; the result is then zero.
      if language == .metal {
        reporter.warn(message, at: function.end)
      } else {
        throw fail(message, at: function.end, allowed: "return on every path")
      }
    }
    let bytes = variables.dropFirst(function.parameters.count).reduce(0) { $0 + 4 * scalarCount(of: $1.type) }
    guard bytes <= Limits.localBytes else {
      reporter.limit(
        "bytes of variables in '\(function.name)'", requested: bytes, allowed: Limits.localBytes, at: function.location)
      throw CompileFailure()
    }
    unit.functions[number].variables = variables
    unit.functions[number].body = body
  }

  /// Returns whether control never passes the end of these statements.
  func alwaysReturns(_ statements: [Statement]) -> Bool {
    statements.contains { statement in
      switch statement.kind {
      case .return: true
      case .block(let body): alwaysReturns(body)
      case .branch(_, let first, let second): alwaysReturns(first) && alwaysReturns(second)
      case .choice(_, let choices):
        choices.contains { $0.labels.contains(nil) } && choices.last.map { alwaysReturns($0.body) } ?? false
          && !choices.contains { leaves($0.body) }
      // `while (true)` without a break; if its iteration limit ends it, the returned value is unspecified.
      case .loop(let loop):
        (loop.condition == nil || loop.condition?.literal == .bool(true)) && !leaves(loop.body)
      default: false
      }
    }
  }

  /// Returns whether a `break` leaves the loop or switch whose body these statements are.
  func leaves(_ statements: [Statement]) -> Bool {
    statements.contains { statement in
      switch statement.kind {
      case .leave: true
      case .block(let body): leaves(body)
      case .branch(_, let first, let second): leaves(first) || leaves(second)
      default: false
      }
    }
  }
}
