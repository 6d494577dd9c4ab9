extension Preprocessor {
  /// Executes `#if` and the other conditional directives. Returns false for other directives.
  mutating func condition(_ name: String, _ words: [Token], _ location: SourceLocation) throws(CompileFailure) -> Bool {
    let isActive = conditions.last?.isActive ?? true
    switch name {
    case "if", "ifdef", "ifndef":
      let isTrue = isActive ? try value(of: name, words, location) : false
      conditions.append(Condition(location: location, isActive: isTrue, isDecided: isTrue || !isActive))
      if conditions.count > Limits.nesting {
        reporter.limit("nested conditions", requested: conditions.count, allowed: Limits.nesting, at: location)
        throw CompileFailure()
      }
    case "elif", "else":
      guard let last = conditions.last, !last.hasElse else {
        reporter.error("#\(name) without a condition", at: location, allowed: "after #if, #ifdef or #ifndef")
        return true
      }
      var isTrue = !last.isDecided
      if isTrue, name == "elif" { isTrue = try value(of: "if", words, location) }
      conditions[conditions.count - 1].isActive = isTrue
      conditions[conditions.count - 1].isDecided = last.isDecided || isTrue
      conditions[conditions.count - 1].hasElse = name == "else"
    case "endif":
      if conditions.popLast() == nil {
        reporter.error("#endif without a condition", at: location, allowed: "after #if, #ifdef or #ifndef")
      }
    default: return false
    }
    return true
  }

  private mutating func value(of name: String, _ words: [Token], _ location: SourceLocation) throws(CompileFailure)
    -> Bool
  {
    if name != "if" {
      guard case .word(let macro)? = words.first?.kind else {
        reporter.error("#\(name) needs a name", at: location, allowed: "#\(name) NAME")
        return false
      }
      return (macros[macro] != nil) == (name == "ifdef")
    }
    let tokens = try expand(resolvingDefined(words), hiding: [], depth: 0)
    var condition = ConditionReader(tokens: tokens)
    guard let value = condition.expression(above: 0, depth: 0), condition.isAtEnd else {
      reporter.error(
        "this condition cannot be evaluated", at: location, allowed: "integers, defined(NAME) and operators of C")
      return false
    }
    return value != 0
  }

  /// Returns the tokens with `defined NAME` and `defined(NAME)` replaced by 1 or 0, before macros are expanded.
  private func resolvingDefined(_ words: [Token]) -> [Token] {
    var (result, index): ([Token], Int) = ([], 0)
    while index < words.count {
      var token = words[index]
      index += 1
      if token.kind == .word("defined") {
        let isBracketed = index < words.count && words[index].kind == .mark(.leftParen)
        let nameIndex = index + (isBracketed ? 1 : 0)
        if nameIndex < words.count, case .word(let name) = words[nameIndex].kind {
          token.kind = .integer(macros[name] == nil ? 0 : 1, isUnsigned: false)
          index = nameIndex + (isBracketed ? 2 : 1)
        }
      }
      result.append(token)
    }
    return result
  }
}

/// An evaluator of `#if` expressions: integers of 64 bits; undefined names are 0.
private struct ConditionReader {
  let tokens: [Token]
  var index = 0

  var isAtEnd: Bool { index >= tokens.count }

  mutating func expression(above level: Int, depth: Int) -> Int64? {
    guard depth < Limits.nesting, var left = operand(depth: depth) else { return nil }
    while index < tokens.count, case .mark(let mark) = tokens[index].kind, let own = Self.levels[mark], own > level {
      index += 1
      guard let right = expression(above: own, depth: depth + 1), let value = Self.value(mark, left, right) else {
        return nil
      }
      left = value
    }
    return left
  }

  private mutating func operand(depth: Int) -> Int64? {
    guard index < tokens.count, depth < Limits.nesting else { return nil }
    index += 1
    switch tokens[index - 1].kind {
    case .integer(let value, _): return Int64(value)
    case .word(let word): return word == "true" ? 1 : 0
    case .mark(.not): return operand(depth: depth + 1).map { $0 == 0 ? 1 : 0 }
    case .mark(.minus): return operand(depth: depth + 1).map { 0 &- $0 }
    case .mark(.plus): return operand(depth: depth + 1)
    case .mark(.tilde): return operand(depth: depth + 1).map { ~$0 }
    case .mark(.leftParen):
      guard let value = expression(above: 0, depth: depth + 1), index < tokens.count,
        tokens[index].kind == .mark(.rightParen)
      else { return nil }
      index += 1
      return value
    default: return nil
    }
  }

  private static let levels: [Punctuator: Int] = [
    .or: 1, .and: 2, .bar: 3, .caret: 4, .ampersand: 5, .equal: 6, .notEqual: 6, .less: 7, .greater: 7, .lessEqual: 7,
    .greaterEqual: 7, .shiftLeft: 8, .shiftRight: 8, .plus: 9, .minus: 9, .star: 10, .slash: 10, .percent: 10,
  ]

  private static func value(_ mark: Punctuator, _ a: Int64, _ b: Int64) -> Int64? {
    switch mark {
    case .or: a != 0 || b != 0 ? 1 : 0
    case .and: a != 0 && b != 0 ? 1 : 0
    case .bar: a | b
    case .caret: a ^ b
    case .ampersand: a & b
    case .equal: a == b ? 1 : 0
    case .notEqual: a != b ? 1 : 0
    case .less: a < b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .lessEqual: a <= b ? 1 : 0
    case .greaterEqual: a >= b ? 1 : 0
    case .shiftLeft: a << b
    case .shiftRight: a >> b
    case .plus: a &+ b
    case .minus: a &- b
    case .star: a &* b
    case .slash: b == 0 ? nil : a.dividedReportingOverflow(by: b).partialValue
    case .percent: b == 0 ? nil : a.remainderReportingOverflow(dividingBy: b).partialValue
    default: nil
    }
  }
}
