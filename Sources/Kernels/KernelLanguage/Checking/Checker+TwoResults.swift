extension Checker {
  /// Metal's functions that give a second result by reference: what the call gives, and what the reference gets.
  private static let twoResults: [String: (first: String, second: String)] = [
    "sincos": ("ci_sin", "ci_cos"), "modf": ("", "trunc"), "frexp": ("ci_frexp", "ci_frexp_power"),
  ]

  /// A call of such a function; nil for others, and for `sincos` of one argument.
  func twoResults(
    _ name: String, _ values: [Value], _ syntax: [ExpressionSyntax], _ place: SourceLocation
  ) throws(CompileFailure) -> Value? {
    guard let results = Self.twoResults[name], name != "sincos" || values.count == 2 else { return nil }
    guard values.count == 2, values[0].type.scalar == .float, let width = values[0].type.width,
      values[1].type == (name == "frexp" ? .numbers(.int, width) : values[0].type)
    else {
      let types = values.map { spelled($0.type) }.joined(separator: ", ")
      throw fail(
        "'\(name)' is not for (\(types))", at: place,
        allowed: "\(name)(x, y): x a float or a vector, y a variable "
          + (name == "frexp" ? "of as many ints" : "of the same type"))
    }
    guard !values[0].hasEffects else {
      throw fail("the first argument of \(name) would be computed twice", at: place, allowed: "a variable")
    }
    func made(_ function: String, _ type: Type) -> Value {
      Value(kind: .builtin(function, [values[0]]), type: type, location: place)
    }
    let second = made(results.second, values[1].type)
    let first =
      name == "modf"
      ? Value(kind: .infix("-", values[0], second), type: values[0].type, location: place)
      : made(results.first, values[0].type)
    let target = try target(syntax[1])
    // The first result is computed when the reference has changed.
    let changed = target.assignedVariable
    var readsTarget = false
    values[0].visitAll { if case .variable(let read) = $0.kind, read == changed { readsTarget = true } }
    guard !readsTarget else {
      throw fail("the second argument of \(name) is read by the first", at: place, allowed: "two variables")
    }
    let assigned = Value(kind: .assign("", target, second), type: values[1].type, location: place)
    return Value(kind: .sequence(assigned, first), type: values[0].type, location: place)
  }
}
