extension Checker {
  /// Metal's functions that return a second result by reference: the returned value, and the value of the reference.
  private static let twoResults: [String: (first: String, second: String)] = [
    "sincos": ("ci_sin", "ci_cos"), "modf": ("", "trunc"), "frexp": ("ci_frexp", "ci_frexp_power"),
  ]

  /// Returns a call of a function with two results; nil for other functions, and for `sincos` with one argument.
  func twoResults(
    _ name: String, _ values: [Value], _ syntax: [ExpressionSyntax], _ location: SourceLocation
  ) throws(CompileFailure) -> Value? {
    guard let results = Self.twoResults[name], name != "sincos" || values.count == 2 else { return nil }
    guard values.count == 2, values[0].type.scalar == .float, let width = values[0].type.width,
      values[1].type == (name == "frexp" ? .components(.int, width) : values[0].type)
    else {
      let types = values.map { spelled($0.type) }.joined(separator: ", ")
      throw fail(
        "'\(name)' does not accept (\(types))", at: location,
        allowed: "\(name)(x, y): x a float or a vector, y a variable "
          + (name == "frexp" ? "of as many ints" : "of the same type"))
    }
    guard !values[0].hasEffects else {
      throw fail("the first argument of \(name) would be evaluated twice", at: location, allowed: "a variable")
    }
    func newCall(_ function: String, _ type: Type) -> Value {
      Value(kind: .builtin(function, [values[0]]), type: type, location: location)
    }
    let second = newCall(results.second, values[1].type)
    let first =
      name == "modf"
      ? Value(kind: .infix("-", values[0], second), type: values[0].type, location: location)
      : newCall(results.first, values[0].type)
    let target = try target(syntax[1])
    // The first result is computed after the assignment to the reference.
    let changed = target.assignedVariable
    var readsTarget = false
    values[0].visitAll { if case .variable(let read) = $0.kind, read == changed { readsTarget = true } }
    guard !readsTarget else {
      throw fail("the second argument of \(name) is read by the first", at: location, allowed: "two variables")
    }
    let assigned = Value(kind: .assign("", target, second), type: values[1].type, location: location)
    return Value(kind: .sequence(assigned, first), type: values[0].type, location: location)
  }
}
