extension Parser {
  /// Parses `{ … }`. Statements with syntax errors are reported and omitted.
  mutating func block() throws(CompileFailure) -> [StatementSyntax] {
    let open = token
    try expect(.leftBrace, after: "a declaration")
    var statements: [StatementSyntax] = []
    while !isMark(.rightBrace), !isAtEnd, !reporter.isFull {
      if let statement = recoveringStatement() { statements.append(statement) }
    }
    try expectClosing(.rightBrace, of: open)
    return statements
  }

  private mutating func recoveringStatement() -> StatementSyntax? {
    let start = index
    do throws(CompileFailure) {
      return try statement()
    } catch {
      recover()
      if index == start { advance() }
      return nil
    }
  }

  mutating func statement() throws(CompileFailure) -> StatementSyntax {
    try nested { (parser: inout Parser) throws(CompileFailure) in try parser.anyStatement() }
  }

  private mutating func anyStatement() throws(CompileFailure) -> StatementSyntax {
    let start = location
    func newStatement(_ kind: StatementSyntax.Kind) -> StatementSyntax { StatementSyntax(kind: kind, location: start) }
    if isMark(.leftBrace) { return newStatement(.block(try block())) }
    if take(.semicolon) { return newStatement(.empty) }
    guard case .word(let word) = token.kind else { return newStatement(try simpleStatement()) }
    switch word {
    case "if":
      advance()
      let condition = try condition(of: "if")
      let first = try statement()
      let second = take("else") ? try statement() : nil
      return newStatement(.if(condition, first, second))
    case "for": return newStatement(try forStatement())
    case "while":
      advance()
      let condition = try condition(of: "while")
      return newStatement(.while(condition, try statement()))
    case "do":
      advance()
      let body = try statement()
      guard take("while") else { throw fail("expected 'while' after the body of 'do', found '\(token.text)'") }
      let condition = try condition(of: "while")
      try expect(.semicolon, after: "do … while")
      return newStatement(.do(body, condition))
    case "switch" where language == .metal: return newStatement(try switchStatement())
    case "switch": throw fail("switch is not part of the Core Image Kernel Language", allowed: "if … else if …")
    case "break", "continue":
      advance()
      try expect(.semicolon, after: word)
      return newStatement(word == "break" ? .break : .continue)
    case "return":
      advance()
      var value: ExpressionSyntax?
      if !isMark(.semicolon) { value = isMark(.leftBrace) && language == .metal ? try list() : try expression() }
      try expect(.semicolon, after: "return")
      return newStatement(.return(value))
    case "discard", "discard_fragment":
      throw fail(
        "discard is not part of the kernel languages", allowed: "return of a clear colour")
    case "using" where language == .metal:
      try using()
      return newStatement(.empty)
    case "else": throw fail("'else' without 'if'")
    case "case", "default": throw fail("'\(word)' outside of switch")
    default: return newStatement(try simpleStatement())
    }
  }

  /// Parses a declaration or an expression, with its semicolon.
  private mutating func simpleStatement() throws(CompileFailure) -> StatementSyntax.Kind {
    let kind = try declarationOrExpression()
    try expect(.semicolon, after: "a statement")
    return kind
  }

  private mutating func declarationOrExpression() throws(CompileFailure) -> StatementSyntax.Kind {
    if case .word(let word) = token.kind {
      if language == .metal {
        if word == "static" {
          throw fail("kernels have no state: static variables are not part of the subset", allowed: "const")
        }
        if peek(1).kind != .mark(.leftParen) || word == "sizeof" { try refuseConstruct(word) }
        if word == "struct", peek(2).kind == .mark(.leftBrace) {
          throw fail("a struct cannot be declared in a function", allowed: "struct before the function")
        }
      } else if case .word = peek(1).kind {
        try refuseCoreImageType(word)
      }
    }
    guard startsType() else {
      // Two consecutive names: the first is an unknown type.
      if let (name, count) = qualifiedName(), case .word = peek(count).kind { throw unknownType(name) }
      return .expression(try expression())
    }
    return .declaration(try variables(try type()))
  }

  private mutating func condition(of word: String) throws(CompileFailure) -> ExpressionSyntax {
    let open = token
    try expect(.leftParen, after: word)
    if startsType() {
      throw fail("a condition cannot declare a variable in the kernel subset", allowed: "the variable before it")
    }
    let condition = try expression()
    try expectClosing(.rightParen, of: open)
    return condition
  }

  private mutating func forStatement() throws(CompileFailure) -> StatementSyntax.Kind {
    advance()
    let open = token
    try expect(.leftParen, after: "for")
    let start = location
    var initial = StatementSyntax(kind: .empty, location: start)
    if !isMark(.semicolon) { initial.kind = try declarationOrExpression() }
    if isMark(.colon) { throw fail("loops over ranges are not part of the kernel subset", allowed: "for (a; b; c)") }
    try expect(.semicolon, after: "the start of for")
    let condition = isMark(.semicolon) ? nil : try expression()
    try expect(.semicolon, after: "the condition of for")
    let step = isMark(.rightParen) ? nil : try expression()
    try expectClosing(.rightParen, of: open)
    return .for(initial, condition, step, try statement())
  }

  private mutating func switchStatement() throws(CompileFailure) -> StatementSyntax.Kind {
    advance()
    let value = try condition(of: "switch")
    let open = token
    try expect(.leftBrace, after: "switch (…)")
    var cases: [CaseSyntax] = []
    while !isMark(.rightBrace), !isAtEnd, !reporter.isFull {
      let start = location
      var labels: [ExpressionSyntax?] = []
      while isWord("case") || isWord("default") {
        let isDefault = isWord("default")
        advance()
        labels.append(isDefault ? nil : try conditional())
        try expect(.colon, after: "a case")
      }
      guard !labels.isEmpty else { throw fail("expected 'case' or 'default', found '\(token.text)'") }
      var body: [StatementSyntax] = []
      while !isMark(.rightBrace), !isWord("case"), !isWord("default"), !isAtEnd, !reporter.isFull {
        if let statement = recoveringStatement() { body.append(statement) }
      }
      cases.append(CaseSyntax(labels: labels, body: body, location: start))
    }
    try expectClosing(.rightBrace, of: open)
    return .switch(value, cases)
  }
}
