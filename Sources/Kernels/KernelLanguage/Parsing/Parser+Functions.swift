extension Parser {
  /// Parses a function, its prototype, or global constants.
  mutating func functionOrConstant(mark: FunctionSyntax.Mark?) throws(CompileFailure) {
    var mark = mark
    let start = location
    if language == .coreImage, take("kernel") {
      mark = .kernel
      // Attributes such as [[...]] and __attribute__((...)) have no effect on kernels.
      if try skipAttributes() { reporter.warn("attributes of kernels are ignored", at: start) }
    }
    while let attribute = try attribute() {
      if attribute == "stitchable" { mark = .stitchable }
    }
    let type = try type()
    while let attribute = try attribute() {
      if attribute == "stitchable" { mark = .stitchable }
    }
    if language == .metal, isWord("operator") {
      throw fail(Self.refusals["operator"]!, allowed: "functions with names")
    }
    guard peek(1).kind == .mark(.leftParen) else {
      guard mark != .kernel else { throw fail("expected a function after 'kernel'", allowed: "kernel vec4 name(...)") }
      return try constants(type)
    }
    let nameLocation = location
    let name = try name(of: "a function")
    let parameters = try parameters()
    while let attribute = try attribute() {
      if attribute == "stitchable" { mark = .stitchable }
    }
    if take("const") { throw fail("only member functions can be const", allowed: "{") }
    var function = FunctionSyntax(
      result: type, name: name, parameters: parameters, body: nil, mark: mark, location: nameLocation, end: location)
    if !take(.semicolon) {
      guard isMark(.leftBrace) else {
        throw fail("expected '{' after the parameters of '\(name)', found '\(token.text)'")
      }
      function.body = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.block() }
      function.end = peek(-1).location
    }
    guard unit.functions.count < Limits.functions else {
      reporter.limit("functions", requested: unit.functions.count + 1, allowed: Limits.functions, at: nameLocation)
      throw CompileFailure()
    }
    unit.functions.append(function)
  }

  private mutating func constants(_ type: TypeSyntax) throws(CompileFailure) {
    let constants = try variables(type)
    try expect(.semicolon, after: "a declaration")
    let isConstant = !type.qualifiers.isDisjoint(with: [.const, .constant, .constexpr])
    for constant in constants {
      guard isConstant else {
        throw fail(
          "'\(constant.name)' would be a global variable",
          allowed: language == .metal
            ? "constant \(type.spelling) \(constant.name) = value;"
            : "const \(type.spelling) \(constant.name) = value;",
          at: constant.location)
      }
      guard constant.initial != nil else {
        throw fail("constant '\(constant.name)' has no value", allowed: "= value", at: constant.location)
      }
      unit.constants.append(constant)
    }
  }

  private mutating func parameters() throws(CompileFailure) -> [VariableSyntax] {
    let open = token
    try expect(.leftParen, after: "a function's name")
    var parameters: [VariableSyntax] = []
    if isWord("void"), peek(1).kind == .mark(.rightParen) { advance() }
    while !isMark(.rightParen), !isAtEnd {
      while try attribute() != nil {}
      let type = try type()
      let nameLocation = location
      // A prototype may omit the names.
      let isNamed = !isMark(.comma) && !isMark(.rightParen)
      let name = isNamed ? try name(of: "a parameter") : ""
      let dimensions = try dimensions()
      while try attribute() != nil {}
      if isMark(.assign) {
        throw fail("default arguments are not supported", allowed: "a function for each number of parameters")
      }
      parameters.append(
        VariableSyntax(type: type, name: name, dimensions: dimensions, initial: nil, location: nameLocation))
      guard take(.comma) else { break }
    }
    try expectClosing(.rightParen, of: open)
    guard parameters.count <= Limits.parameters else {
      reporter.limit("parameters", requested: parameters.count, allowed: Limits.parameters, at: open.location)
      throw CompileFailure()
    }
    return parameters
  }

  /// Parses `[[name]]` and returns the name, or nil if there is no attribute.
  mutating func attribute() throws(CompileFailure) -> String? {
    guard language == .metal, isMark(.leftBracket), peek(1).kind == .mark(.leftBracket) else { return nil }
    let open = token
    advance()
    advance()
    guard case .word(let word) = token.kind else { throw fail("expected the name of an attribute") }
    guard ["stitchable", "maybe_unused", "user", "visible", "gnu", "clang", "nodiscard"].contains(word) else {
      throw fail(Self.computeFunction(word: "[[\(word)]]"), allowed: "[[stitchable]]")
    }
    while !isAtEnd, !isMark(.rightBracket) { advance() }
    try expectClosing(.rightBracket, of: open)
    try expectClosing(.rightBracket, of: open)
    return word
  }

  /// Skips `[[...]]` and `__attribute__((...))`. Returns false if there is none.
  private mutating func skipAttributes() throws(CompileFailure) -> Bool {
    let start = index
    while isWord("__attribute__") || isMark(.leftBracket) {
      let (open, closing): (Punctuator, Punctuator) =
        isMark(.leftBracket) ? (.leftBracket, .rightBracket) : (.leftParen, .rightParen)
      if open == .leftParen { advance() }
      var level = 0
      repeat {
        if isMark(open) { level += 1 }
        if isMark(closing) { level -= 1 }
        advance()
      } while level > 0 && !isAtEnd
    }
    return index > start
  }
}
