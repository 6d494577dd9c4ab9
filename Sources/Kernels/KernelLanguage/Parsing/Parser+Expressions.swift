extension Parser {
  /// Parses an expression with commas.
  mutating func expression() throws(CompileFailure) -> ExpressionSyntax {
    var left = try assignment()
    while isMark(.comma) {
      let start = location
      advance()
      let right = try assignment()
      left = try expression(.sequence(left, right), at: start, [left, right])
    }
    return left
  }

  /// Parses an expression without commas.
  mutating func assignment() throws(CompileFailure) -> ExpressionSyntax {
    let left = try conditional()
    let start = location
    guard case .mark(let mark) = token.kind, mark.rawValue.hasSuffix("="), mark.rawValue != "==" else { return left }
    let spelled = String(mark.rawValue.dropLast())
    guard mark == .assign || BinaryOperator(rawValue: spelled).map({ !$0.isComparison && !$0.isLogical }) == true
    else { return left }
    advance()
    let right = try nested { (parser: inout Parser) throws(CompileFailure) in
      parser.isMark(.leftBrace) && parser.language == .metal ? try parser.list() : try parser.assignment()
    }
    return try expression(.assignment(BinaryOperator(rawValue: spelled), left, right), at: start, [left, right])
  }

  /// Parses `a ? b : c` and all operators of higher precedence.
  mutating func conditional() throws(CompileFailure) -> ExpressionSyntax {
    let condition = try binary(above: 0)
    let start = location
    guard take(.question) else { return condition }
    return try nested { (parser: inout Parser) throws(CompileFailure) in
      let first = try parser.assignment()
      try parser.expect(.colon, after: "the first choice of '?'")
      let second = try parser.assignment()
      return try parser.expression(.conditional(condition, first, second), at: start, [condition, first, second])
    }
  }

  /// Parses left-associative operators of higher precedence than `level`.
  private mutating func binary(above level: Int) throws(CompileFailure) -> ExpressionSyntax {
    var left = try unary()
    while case .mark(let mark) = token.kind, let found = BinaryOperator(rawValue: mark.rawValue), found.level > level {
      guard found != .xor || language == .coreImage else {
        throw fail("'^^' is not an operator of Metal", allowed: "!= between bool values")
      }
      let start = location
      advance()
      let right = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.binary(above: found.level) }
      left = try expression(.binary(found, left, right), at: start, [left, right])
    }
    return left
  }

  private mutating func unary() throws(CompileFailure) -> ExpressionSyntax {
    let start = location
    guard case .mark(let mark) = token.kind else { return try postfix() }
    switch mark {
    case .plus, .minus, .not, .tilde:
      advance()
      let value = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.unary() }
      return try expression(.unary(UnaryOperator(rawValue: mark.rawValue)!, value), at: start, [value])
    case .increment, .decrement:
      advance()
      let value = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.unary() }
      return try expression(.step(value, isIncrement: mark == .increment, isPostfix: false), at: start, [value])
    case .star where language == .metal:
      advance()
      let pointer = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.unary() }
      let first = try expression(.integer(0, isUnsigned: false), at: start, [])
      return try expression(.element(pointer, first), at: start, [pointer])
    case .ampersand:
      throw fail("pointers: only constant parameters, read as p[i]", allowed: "a reference: thread float &x")
    case .leftParen where language == .metal && startsType(at: 1) && isCast: return try cast()
    case .leftBracket:
      throw fail("lambdas are not part of the kernel subset", allowed: "a function before the kernel")
    default: return try postfix()
    }
  }

  /// Whether the bracket closes directly after a type.
  private var isCast: Bool {
    guard let (name, count) = qualifiedName(at: 1), peek(1 + count).kind == .mark(.rightParen) else { return false }
    return namedType(name) != nil
  }

  private mutating func cast() throws(CompileFailure) -> ExpressionSyntax {
    let start = location
    advance()
    let type = try type()
    try expect(.rightParen, after: "a type")
    let value = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.unary() }
    return try expression(.cast(type, value), at: start, [value])
  }

  private mutating func postfix() throws(CompileFailure) -> ExpressionSyntax {
    var value = try primary()
    while case .mark(let mark) = token.kind {
      let start = location
      switch mark {
      case .period, .arrow:
        guard mark == .period || language == .metal else { throw fail("'->' is not an operator here", allowed: ".") }
        advance()
        guard case .word(let member) = token.kind else {
          throw fail(
            "expected a member after '\(mark.rawValue)', found '\(token.text)'", allowed: "for example .xy, .rgb")
        }
        if mark == .arrow {
          let first = try expression(.integer(0, isUnsigned: false), at: start, [])
          value = try expression(.element(value, first), at: start, [value])
        }
        advance()
        if isMark(.leftParen) {
          let arguments = try arguments()
          value = try expression(.method(value, member, arguments), at: start, arguments + [value])
        } else {
          value = try expression(.member(value, member), at: start, [value])
        }
      case .leftBracket:
        let open = token
        advance()
        let index = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.expression() }
        try expectClosing(.rightBracket, of: open)
        value = try expression(.element(value, index), at: start, [value, index])
      case .increment, .decrement:
        advance()
        value = try expression(.step(value, isIncrement: mark == .increment, isPostfix: true), at: start, [value])
      default: return value
      }
    }
    return value
  }

  private mutating func primary() throws(CompileFailure) -> ExpressionSyntax {
    let (first, start) = (token, location)
    switch first.kind {
    case .integer(let value, let isUnsigned):
      advance()
      return try expression(.integer(value, isUnsigned: isUnsigned), at: start, [])
    case .float(let value):
      advance()
      return try expression(.float(value), at: start, [])
    case .string: throw fail("strings have no meaning in kernels", allowed: "numbers")
    case .mark(.leftParen):
      advance()
      let value = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.expression() }
      try expectClosing(.rightParen, of: first)
      return value
    case .word("true"), .word("false"):
      advance()
      return try expression(.bool(first.kind == .word("true")), at: start, [])
    case .word, .mark(.scope): return try named()
    default: throw fail("expected an expression, found '\(first.text)'", allowed: "a value, a name, a call or '('")
    }
  }

  /// Parses a name, a call, or the construction of a type.
  private mutating func named() throws(CompileFailure) -> ExpressionSyntax {
    let start = location
    guard let (name, count) = qualifiedName() else { throw fail("expected a name after '::'") }
    if language == .metal, name == "static_cast" || name == "as_type" {
      advance()
      try expect(.less, after: name)
      let type = try type()
      try expect(.greater, after: "a type")
      let values = try arguments()
      guard values.count == 1 else { throw fail("\(name) takes one value", at: start) }
      let kind: ExpressionSyntax.Kind = name == "as_type" ? .bitCast(type, values[0]) : .cast(type, values[0])
      return try expression(kind, at: start, values)
    }
    let next = peek(count).kind
    let isConstruction = next == .mark(.leftParen) || next == .mark(.leftBrace) && language == .metal
    if isConstruction, namedType(name) != nil {
      let type = try type()
      let values = isMark(.leftBrace) ? try listValues() : try arguments()
      return try expression(.construct(type, values), at: start, values)
    }
    if language == .coreImage, next == .mark(.leftBracket), namedType(name) != nil { return try arrayConstruction() }
    if language == .metal {
      try refuseConstruct(name)
      // Reported before its arguments, which are pointers.
      if name.hasPrefix("atomic_"), name.hasSuffix("_explicit") || name == "atomic_thread_fence" {
        throw fail(Self.refusals["atomic"]!, allowed: Self.allowed["atomic"])
      }
    }
    guard !ReservedWords.contains(name, language) else {
      throw fail("expected an expression: '\(name)' is a reserved word", allowed: "a value, a name, a call or '('")
    }
    for _ in 0..<count { advance() }
    guard isMark(.leftParen) else { return try expression(.name(name), at: start, []) }
    let arguments = try arguments()
    return try expression(.call(name, arguments), at: start, arguments)
  }

  /// Parses `float[3](1.0, 2.0, 3.0)`. The type is ignored: the declared variable has it too.
  private mutating func arrayConstruction() throws(CompileFailure) -> ExpressionSyntax {
    let start = location
    _ = try type()
    _ = try dimensions()
    let values = try arguments()
    return try expression(.list(values), at: start, values)
  }

  mutating func arguments() throws(CompileFailure) -> [ExpressionSyntax] {
    let open = token
    try expect(.leftParen, after: "a name")
    let values = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.values(until: .rightParen) }
    try expectClosing(.rightParen, of: open)
    return values
  }

  /// Parses `{a, b}`.
  mutating func list() throws(CompileFailure) -> ExpressionSyntax {
    guard language == .metal else {
      throw fail("lists in braces are not part of the Core Image Kernel Language", allowed: "float[3](1.0, 2.0, 3.0)")
    }
    let start = location
    let values = try listValues()
    return try expression(.list(values), at: start, values)
  }

  private mutating func listValues() throws(CompileFailure) -> [ExpressionSyntax] {
    let open = token
    try expect(.leftBrace, after: "a type")
    let values = try nested { (parser: inout Parser) throws(CompileFailure) in try parser.values(until: .rightBrace) }
    try expectClosing(.rightBrace, of: open)
    return values
  }

  private mutating func values(until end: Punctuator) throws(CompileFailure) -> [ExpressionSyntax] {
    var values: [ExpressionSyntax] = []
    while !isMark(end), !isAtEnd {
      values.append(isMark(.leftBrace) ? try list() : try assignment())
      guard take(.comma) else { break }
      guard end == .rightBrace || !isMark(end) else { throw fail("expected a value after ','") }
    }
    return values
  }

  /// Returns an expression of these parts; throws if it exceeds the maximum depth.
  func expression(
    _ kind: ExpressionSyntax.Kind, at start: SourceLocation, _ parts: [ExpressionSyntax]
  ) throws(CompileFailure) -> ExpressionSyntax {
    let depth = 1 + (parts.map(\.depth).max() ?? 0)
    guard depth <= Limits.expressionDepth else {
      reporter.limit("operations in one expression", requested: depth, allowed: Limits.expressionDepth, at: start)
      throw CompileFailure()
    }
    return ExpressionSyntax(kind: kind, location: start, depth: depth)
  }
}
