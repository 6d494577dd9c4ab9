extension Preprocessor {
  /// Replaces macros, not inside of themselves.
  ///
  /// - Parameter hiding: the macros whose text this is.
  mutating func expand(_ tokens: [Token], hiding: Set<String>, depth: Int) throws(Failure) -> [Token] {
    guard depth <= Limits.macroDepth else {
      reporter.limit("macros in each other", asked: depth, allowed: Limits.macroDepth, at: tokens[0].location)
      throw Failure()
    }
    guard !macros.isEmpty else { return tokens }
    var (result, index): ([Token], Int) = ([], 0)
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      guard case .word(let name) = token.kind, !hiding.contains(name), let macro = macros[name] else {
        result.append(token)
        continue
      }
      var body = macro.body
      if let parameters = macro.parameters {
        guard index < tokens.count, tokens[index].kind == .mark(.leftParen) else {
          result.append(token)
          continue
        }
        let arguments = try arguments(of: token, tokens, &index)
        let isEmpty = parameters.isEmpty && arguments.count == 1 && arguments[0].isEmpty
        guard isEmpty || arguments.count == parameters.count else {
          reporter.error(
            "macro '\(name)' is given \(arguments.count) arguments", at: token.location, allowed: "\(parameters.count)",
            notes: [reporter.note("defined here", at: macro.location)])
          throw Failure()
        }
        body = try substituted(body, parameters, arguments, hiding: hiding, depth: depth)
      }
      for place in body.indices {
        body[place].definition = body[place].definition ?? body[place].location
        body[place].location = token.location
        body[place].startsLine = false
      }
      try count(body.count, at: token.location)
      result += try expand(body, hiding: hiding.union([name]), depth: depth + 1)
    }
    return result
  }

  /// The tokens between the commas of a call; `index` moves behind its end.
  private mutating func arguments(
    of macro: Token, _ tokens: [Token], _ index: inout Int
  ) throws(Failure) -> [[Token]] {
    var (arguments, level): ([[Token]], Int) = ([[]], 0)
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      switch token.kind {
      case .mark(.leftParen):
        level += 1
        if level == 1 { continue }
      case .mark(.rightParen):
        level -= 1
        if level == 0 { return arguments }
      case .mark(.comma) where level == 1:
        arguments.append([])
        continue
      default: break
      }
      arguments[arguments.count - 1].append(token)
    }
    reporter.error("the arguments of macro '\(macro.text)' do not end", at: macro.location, allowed: ")")
    throw Failure()
  }

  private mutating func substituted(
    _ body: [Token], _ parameters: [String], _ arguments: [[Token]], hiding: Set<String>, depth: Int
  ) throws(Failure) -> [Token] {
    var values: [String: [Token]] = [:]
    for (name, argument) in zip(parameters, arguments) {
      values[name] = argument.isEmpty ? [] : try expand(argument, hiding: hiding, depth: depth + 1)
    }
    var result: [Token] = []
    for token in body {
      guard case .word(let word) = token.kind, let value = values[word] else {
        result.append(token)
        continue
      }
      try count(value.count, at: token.location)
      result += value
    }
    return result
  }

  private mutating func count(_ tokens: Int, at location: SourceLocation) throws(Failure) {
    expanded += tokens
    guard expanded <= 2 * Limits.tokens else {
      reporter.limit("words that macros make", asked: expanded, allowed: 2 * Limits.tokens, at: location)
      throw Failure()
    }
  }
}
