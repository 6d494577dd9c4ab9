extension Checker {
  /// Returns the counter of a loop with a constant number of iterations: `for (int i = A; i < B; i += C)` with
  /// constants A, B and C, and a body that does not change i. Nil for other loops, which get an iteration limit at run
  /// time.
  func counter(of loop: Loop) -> Counter? {
    guard loop.initial.count == 1, case .declare(let variable, let start?) = loop.initial[0].kind,
      let first = number(start), case .infix(let comparison, let left, let right)? = loop.condition?.kind,
      case .variable(variable) = left.kind, let end = number(right),
      let change = loop.step.flatMap({ step(of: variable, $0) })
    else { return nil }
    guard !isChanged(variable, in: loop.body) else { return nil }
    let isFloat = variables[variable].type == .float
    guard isFloat || variables[variable].type == .int else { return nil }

    // Computed in the kernel's precision: a float step may be lost in a large float.
    var (value, iterations) = (first, 0)
    var (least, most) = (first, first)
    while holds(comparison, value, end) {
      (least, most) = (min(least, value), max(most, value))
      iterations += 1
      countedIterations += 1
      guard iterations < Limits.loopIterations, countedIterations <= Limits.pixelIterations else { return nil }
      value = isFloat ? Double(Float(value) + Float(change)) : value + change
      guard isFloat || abs(value) < 2_147_483_647 else { return nil }
    }
    let range = isFloat ? nil : Int(least)...Int(most)
    return Counter(variable: variable, iterations: iterations, range: range)
  }

  private func number(_ value: Value) -> Double? {
    switch value.literal {
    case .int(let number): Double(number)
    case .float(let number): Double(number)
    default: nil
    }
  }

  /// Returns the amount by which a step changes the variable, or nil if it is not constant.
  private func step(of variable: Int, _ step: Value) -> Double? {
    switch step.kind {
    case .step(let target, let isIncrement, _):
      guard case .variable(variable) = target.kind else { return nil }
      return isIncrement ? 1 : -1
    case .assign(let name, let target, let value) where name == "+" || name == "-":
      guard case .variable(variable) = target.kind, let number = number(value) else { return nil }
      return name == "+" ? number : -number
    default: return nil
    }
  }

  private func holds(_ comparison: String, _ a: Double, _ b: Double) -> Bool {
    switch comparison {
    case "<": a < b
    case "<=": a <= b
    case ">": a > b
    case ">=": a >= b
    case "!=": a != b
    default: false
    }
  }

  /// Returns whether these statements change the variable, directly or through a function that takes it by reference.
  private func isChanged(_ variable: Int, in statements: [Statement]) -> Bool {
    var isChanged = false
    statements.visitValues { value in
      value.visitAll { part in
        switch part.kind {
        case .assign(_, let target, _), .step(let target, _, _):
          if target.assignedVariable == variable { isChanged = true }
        case .call(let number, let values):
          for (parameter, value) in zip(unit.functions[number].parameters, values)
          where parameter.passing == .reference && value.assignedVariable == variable {
            isChanged = true
          }
        default: break
        }
      }
    }
    return isChanged
  }
}
