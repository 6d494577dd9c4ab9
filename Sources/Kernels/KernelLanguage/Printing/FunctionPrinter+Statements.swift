extension FunctionPrinter {
  mutating func print(_ statements: [Statement]) {
    for statement in statements where !isTooLong { print(statement) }
  }

  /// Prints the statements between braces that are printed already.
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

  /// Prints `if` with its chain of `else if`.
  private mutating func printBranch(_ condition: Value, _ first: [Statement], _ second: [Statement]) {
    line("if (\(value(condition))) {")
    block(first)
    var remaining = second
    while remaining.count == 1, case .branch(let condition, let first, let second) = remaining[0].kind {
      line("} else if (\(value(condition))) {")
      block(first)
      remaining = second
    }
    if !remaining.isEmpty {
      line("} else {")
      block(remaining)
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
    // Code after a return is unreachable, but a second return in the same block needs another name.
    let name = results == 0 ? "ci_result" : "ci_result\(results)"
    results += 1
    line("precise \(type(value.type)) \(name) = \(text);")
    line("return \(name);")
  }

  /// Returns whether a value contains arithmetic of this function.
  private func computes(_ value: Value) -> Bool {
    switch value.kind {
    case .infix: true
    case .builtin(let name, let values): name.contains("$") || values.contains(where: computes)
    default: value.parts.contains(where: computes)
    }
  }

  // MARK: Loops

  /// Prints a loop. A loop without a known iteration count gets a counter, which is less than 0 after a normal end. A
  /// counted loop records the range of its counter, for indices inside it.
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
      // A loop that tests at the end does not count its first iteration.
      let bound =
        "\(counter) \(loop.testsFirst ? "<" : "<=") \(Limits.loopIterations)"
        + (sharesIterationCount ? " && ci_rounds < \(Limits.pixelIterations)" : "")
      condition = condition.map { "(\(counter) = mix(-1, \(counter), (\($0)))) >= 0 && \(bound)" } ?? bound
      steps += ["++\(counter)"] + (sharesIterationCount ? ["++ci_rounds"] : [])
    } else if let counter = loop.counter, let range = counter.range {
      ranges[counter.variable] = range
    }
    counters.append(isCounted ? nil : counter)
    if loop.testsFirst {
      line("for (\(first); \(condition ?? ""); \(steps.joined(separator: ", "))) {")
      block(loop.body)
      line("}")
    } else {
      // The counter is incremented before the test, because `continue` jumps to it.
      line("do {")
      block(loop.body)
      line("} while ((\(steps.joined(separator: ", ")), true) && \(condition ?? "true"));")
    }
    counters.removeLast()
    // A counter that is not negative was not ended normally. A driver may end loops before the limit is reached.
    if !isCounted { line("\(Kernel.unfinished)(\(counter) >= 0);") }
    if let counter = loop.counter { ranges[counter.variable] = nil }
    if needsBlock {
      indent -= 1
      line("}")
    }
  }

  /// Returns the first clause of a `for` statement, and whether the loop needs a block for the scope of its names.
  private mutating func opening(_ loop: Loop) -> (text: String, needsBlock: Bool) {
    guard loop.testsFirst, loop.initial.count <= 1 else { return ("", true) }
    switch loop.initial.first?.kind {
    case nil: return ("", false)
    case .declare(let variable, let value?):
      return ("\(type(function.variables[variable].type)) \(name(variable)) = \(separate(value))", false)
    default: return ("", true)
    }
  }

  // MARK: Switches

  /// Prints an if-chain if no case falls through, because it can run for four pixels at once; otherwise a switch.
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

  /// Returns the statements of the cases without their final `break`; nil if a case falls through or has an inner
  /// `break`.
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
    // GLSL requires a statement after the last label.
    indent += 1
    line("break;")
    indent -= 1
    line("}")
  }
}
