extension FunctionPrinter {
  mutating func print(_ statements: [Statement]) {
    for statement in statements where !isTooLong { print(statement) }
  }

  /// Statements between braces that are printed already.
  private mutating func block(_ statements: [Statement]) {
    if statements.count == 1, case .block(let inner) = statements[0].kind { return block(inner) }
    indent += 1
    print(statements)
    indent -= 1
  }

  private mutating func print(_ statement: Statement) {
    switch statement.kind {
    case .block(let body):
      line("{")
      block(body)
      line("}")
    case .declare(let variable, let value): declare(variable, value)
    case .evaluate(let value): line(self.value(value) + ";")
    case .branch(let condition, let first, let second): printBranch(condition, first, second)
    case .loop(let loop): print(loop)
    case .choice(let value, let choices): print(value, choices)
    case .leave:
      if case .some(.some(let counter)) = counters.last { line("\(counter) = -1;") }
      line("break;")
    case .next: line("continue;")
    case .return(let value?): printReturn(value)
    case .return(nil): line("return;")
    }
  }

  /// `if`, and all that is chained to it by `else if`.
  private mutating func printBranch(_ condition: Value, _ first: [Statement], _ second: [Statement]) {
    line("if (\(value(condition))) {")
    block(first)
    var rest = second
    while rest.count == 1, case .branch(let condition, let first, let second) = rest[0].kind {
      line("} else if (\(value(condition))) {")
      block(first)
      rest = second
    }
    if !rest.isEmpty {
      line("} else {")
      block(rest)
    }
    line("}")
  }

  private mutating func declare(_ variable: Int, _ value: Value?) {
    let declared = function.variables[variable].type
    let qualifier = options.isPrecise && declared.isFloating ? "precise " : ""
    let head = "\(qualifier)\(type(declared)) \(name(variable))"
    if let value { return line("\(head) = \(separate(value));") }
    guard case .array(let element, let count) = declared, count > 16 else {
      return line("\(head) = \(zero(declared));")
    }
    line("\(head);")
    line("for (int ci_z = 0; ci_z < \(count); ++ci_z) { \(name(variable))[ci_z] = \(zero(element)); }")
  }

  private mutating func printReturn(_ value: Value) {
    let text = separate(value)
    guard options.isPrecise, value.type.isFloating, computes(value) else { return line("return \(text);") }
    // What follows a return is never reached, but may be another one of the same block.
    let name = results == 0 ? "ci_result" : "ci_result\(results)"
    results += 1
    line("precise \(type(value.type)) \(name) = \(text);")
    line("return \(name);")
  }

  /// True where arithmetic of this function is in the value.
  private func computes(_ value: Value) -> Bool {
    switch value.kind {
    case .infix: true
    case .builtin(let name, let values): name.contains("$") || values.contains(where: computes)
    default: value.parts.contains(where: computes)
    }
  }

  // MARK: Loops

  /// A loop that may not end by itself gets a counter, which is less than 0 once it has ended by itself. A loop that
  /// does keeps its range, for the indices inside of it.
  private mutating func print(_ loop: Loop) {
    let isCounted = analysis.isCounted(loop)
    let counter = "ci_n\(loops)"
    loops += 1
    let (first, needsBlock) = opening(loop)
    if needsBlock {
      line("{")
      indent += 1
    }
    if !isCounted { line("int \(counter) = 0;") }
    if needsBlock { print(loop.initial) }
    var condition = loop.condition.map { value($0) }
    var steps = loop.step.map { [value($0)] } ?? []
    if !isCounted {
      // Of a loop that tests last the first round is not counted.
      let bound =
        "\(counter) \(loop.testsFirst ? "<" : "<=") \(Limits.loopRounds)"
        + (sharesRounds ? " && ci_rounds < \(Limits.pixelRounds)" : "")
      condition = condition.map { "(\(counter) = mix(-1, \(counter), (\($0)))) >= 0 && \(bound)" } ?? bound
      steps += ["++\(counter)"] + (sharesRounds ? ["++ci_rounds"] : [])
    } else if let counter = loop.counter, let range = counter.range {
      ranges[counter.variable] = range
    }
    counters.append(isCounted ? nil : counter)
    if loop.testsFirst {
      line("for (\(first); \(condition ?? ""); \(steps.joined(separator: ", "))) {")
      block(loop.body)
      line("}")
    } else {
      // The counter goes on before the test: `continue` comes by there.
      line("do {")
      block(loop.body)
      line("} while ((\(steps.joined(separator: ", ")), true) && \(condition ?? "true"));")
    }
    counters.removeLast()
    // Not by itself: a driver may end loops before the counter does.
    if !isCounted { line("\(Kernel.unfinished)(\(counter) >= 0);") }
    if let counter = loop.counter { ranges[counter.variable] = nil }
    if needsBlock {
      indent -= 1
      line("}")
    }
  }

  /// What stands before the first semicolon, or whether it needs a block around the loop: names of a loop end with it.
  private mutating func opening(_ loop: Loop) -> (text: String, needsBlock: Bool) {
    guard loop.testsFirst, loop.initial.count <= 1 else { return ("", true) }
    switch loop.initial.first?.kind {
    case nil: return ("", false)
    case .declare(let variable, let value?):
      return ("\(type(function.variables[variable].type)) \(name(variable)) = \(separate(value))", false)
    default: return ("", true)
    }
  }

  // MARK: Choices

  /// An if-chain where no case goes on into the next, which runs for four pixels at once; else a switch.
  private mutating func print(_ value: Value, _ choices: [Choice]) {
    guard let bodies = separate(choices) else { return printSwitch(value, choices) }
    let chosen = "ci_n\(loops)"
    loops += 1
    line("{")
    indent += 1
    line("int \(chosen) = \(self.value(value));")
    var isFirst = true
    for (choice, body) in zip(choices, bodies) where !choice.labels.contains(nil) {
      let test = choice.labels.map { "\(chosen) == \($0 ?? 0)" }.joined(separator: " || ")
      line(isFirst ? "if (\(test)) {" : "} else if (\(test)) {")
      block(body)
      isFirst = false
    }
    if let other = choices.firstIndex(where: { $0.labels.contains(nil) }) {
      line(isFirst ? "if (true) {" : "} else {")
      block(bodies[other])
      isFirst = false
    }
    if !isFirst { line("}") }
    indent -= 1
    line("}")
  }

  /// The cases' statements without the `break` at their ends; nil where one goes on into the next, or leaves from
  /// inside.
  private func separate(_ choices: [Choice]) -> [[Statement]]? {
    var bodies: [[Statement]] = []
    for (index, choice) in choices.enumerated() {
      var body = choice.body
      switch body.last?.kind {
      case .leave: body.removeLast()
      case .return: break
      case .block(let inner) where endsAlone(inner): break
      default: guard index == choices.count - 1 else { return nil }
      }
      guard !leaves(body) else { return nil }
      bodies.append(body)
    }
    return bodies
  }

  private func endsAlone(_ statements: [Statement]) -> Bool {
    if case .return = statements.last?.kind { true } else { false }
  }

  private func leaves(_ statements: [Statement]) -> Bool {
    statements.contains { statement in
      switch statement.kind {
      case .leave: true
      case .block(let body): leaves(body)
      case .branch(_, let first, let second): leaves(first) || leaves(second)
      default: false
      }
    }
  }

  private mutating func printSwitch(_ value: Value, _ choices: [Choice]) {
    line("switch (\(self.value(value))) {")
    counters.append(nil)
    for choice in choices {
      for label in choice.labels {
        line(label.map { "case \(Literal.int(Int32(truncatingIfNeeded: $0)).glsl):" } ?? "default:")
      }
      block(choice.body)
    }
    counters.removeLast()
    // GLSL wants a statement behind the last label.
    indent += 1
    line("break;")
    indent -= 1
    line("}")
  }
}
