extension Preprocessor {
  /// Returns the tokens with macros expanded. A macro is not expanded inside its own body.
  ///
  /// - Parameter hiding: the macros whose expansion contains these tokens.
  mutating func expand(_ tokens: [Token], hiding: Set<String>, depth: Int) throws(CompileFailure) -> [Token] {
    guard depth <= Limits.macroDepth else {
      reporter.limit("nested macros", requested: depth, allowed: Limits.macroDepth, at: tokens[0].location)
      throw CompileFailure()
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
            "macro '\(name)' has \(arguments.count) arguments", at: token.location, allowed: "\(parameters.count)",
            notes: [reporter.note("defined here", at: macro.location)])
          throw CompileFailure()
        }
        body = try substituted(body, parameters, arguments, hiding: hiding, depth: depth)
      } else if body.contains(where: { $0.kind == .mark(.paste) }) {
        body = try substituted(body, [], [], hiding: hiding, depth: depth)
      }
      for position in body.indices {
        body[position].definition = body[position].definition ?? body[position].location
        body[position].location = token.location
        body[position].startsLine = false
      }
      try count(body.count, at: token.location)
      result += try expand(body, hiding: hiding.union([name]), depth: depth + 1)
    }
    return result
  }

  /// Returns the arguments of a macro call, and moves `index` past the call.
  private mutating func arguments(
    of macro: Token, _ tokens: [Token], _ index: inout Int
  ) throws(CompileFailure) -> [[Token]] {
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
    reporter.error("unterminated arguments of macro '\(macro.text)'", at: macro.location, allowed: ")")
    throw CompileFailure()
  }

  /// Returns a macro's body with its parameters replaced by expanded arguments. Operands of `##` are not expanded; the
  /// operator joins the two words as they are written.
  private mutating func substituted(
    _ body: [Token], _ parameters: [String], _ arguments: [[Token]], hiding: Set<String>, depth: Int
  ) throws(CompileFailure) -> [Token] {
    var values: [String: (written: [Token], expanded: [Token])] = [:]
    for (name, argument) in zip(parameters, arguments) {
      values[name] = (argument, argument.isEmpty ? [] : try expand(argument, hiding: hiding, depth: depth + 1))
    }
    var result: [Token] = []
    // Whether the next word is joined to the last one, and whether the left operand of `##` is an empty argument.
    var (joins, isEmptyOperand) = (false, false)
    for (index, token) in body.enumerated() {
      if token.kind == .mark(.paste) {
        joins = true
        continue
      }
      var piece = [token]
      if case .word(let word) = token.kind, let value = values[word] {
        let isJoinOperand = joins || index + 1 < body.count && body[index + 1].kind == .mark(.paste)
        piece = isJoinOperand ? value.written : value.expanded
      }
      if joins, !isEmptyOperand, let first = piece.first {
        result[result.count - 1] = try joined(result[result.count - 1], first, at: token.location)
        piece.removeFirst()
        isEmptyOperand = false
      } else {
        isEmptyOperand = piece.isEmpty && (isEmptyOperand || !joins)
      }
      joins = false
      try count(piece.count, at: token.location)
      result += piece
    }
    return result
  }

  /// Returns the token that two words form together.
  private func joined(_ left: Token, _ right: Token, at location: SourceLocation) throws(CompileFailure) -> Token {
    let letters = left.letters + right.letters
    guard letters.utf8.count <= Limits.wordLength else {
      reporter.limit("characters of a name", requested: letters.utf8.count, allowed: Limits.wordLength, at: location)
      throw CompileFailure()
    }
    // A separate reporter: the joined word has no location in any source.
    let own = Reporter()
    var lexer = Lexer(Array(letters.utf8), file: own.add(SourceFile(name: "", bytes: [])), reporter: own)
    guard let tokens = try? lexer.tokens(), own.errorCount == 0, tokens.count == 2 else {
      reporter.error(
        "'\(left.text)' ## '\(right.text)' is not a word, number or operator", at: location,
        allowed: "two parts of one, such as a ## 1")
      throw CompileFailure()
    }
    var token = left
    (token.kind, token.spelling) = (tokens[0].kind, tokens[0].spelling)
    return token
  }

  private mutating func count(_ tokens: Int, at location: SourceLocation) throws(CompileFailure) {
    expanded += tokens
    guard expanded <= 2 * Limits.tokens else {
      reporter.limit("words expanded from macros", requested: expanded, allowed: 2 * Limits.tokens, at: location)
      throw CompileFailure()
    }
  }
}
