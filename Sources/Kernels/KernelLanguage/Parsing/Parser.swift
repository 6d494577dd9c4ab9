/// A recursive-descent parser with a depth limit.
///
/// It parses both languages; it compares `language` where a construct belongs to only one of them.
struct Parser {
  let language: Language
  let reporter: Reporter
  let typeNames: TypeNames
  private let tokens: [Token]
  private(set) var index = 0
  private var nesting = 0
  var unit = TranslationUnit()
  /// Types that the source declares, by name.
  var declaredTypes: [String: NamedType] = [:]
  /// Namespaces that are removed from qualified names.
  var namespaces: Set<String> = ["metal", "coreimage", "ci", "precise", "fast", "simd"]

  init(_ tokens: [Token], _ language: Language, reporter: Reporter) {
    (self.tokens, self.language, self.reporter) = (tokens, language, reporter)
    typeNames = TypeNames(language)
  }

  // MARK: Tokens

  var token: Token { tokens[index] }
  var location: SourceLocation { token.location }
  var isAtEnd: Bool { token.kind == .end }

  func peek(_ offset: Int) -> Token { tokens[min(index + offset, tokens.count - 1)] }

  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  func isWord(_ word: String) -> Bool { token.kind == .word(word) }
  func isMark(_ mark: Punctuator) -> Bool { token.kind == .mark(mark) }

  mutating func take(_ mark: Punctuator) -> Bool {
    guard isMark(mark) else { return false }
    advance()
    return true
  }

  mutating func take(_ word: String) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  mutating func expect(_ mark: Punctuator, after what: String) throws(CompileFailure) {
    guard !take(mark) else { return }
    throw fail("expected '\(mark.rawValue)' after \(what), found '\(token.text)'")
  }

  /// Consumes a closing bracket; if it is missing, reports the location of the opening one.
  mutating func expectClosing(_ mark: Punctuator, of open: Token) throws(CompileFailure) {
    guard !take(mark) else { return }
    throw fail(
      "expected '\(mark.rawValue)', found '\(token.text)'",
      notes: [reporter.note("to match this '\(open.text)'", at: open.location)])
  }

  /// Parses a declared name.
  mutating func name(of what: String) throws(CompileFailure) -> String {
    guard case .word(let word) = token.kind else {
      throw fail("expected the name of \(what), found '\(token.text)'", allowed: "letters, digits and _")
    }
    guard !ReservedWords.contains(word, language) else {
      throw fail("expected the name of \(what): '\(word)' is a reserved word", allowed: "another name")
    }
    advance()
    return word
  }

  /// Reports an error at the token or at a location, and returns the error to throw.
  func fail(
    _ message: String, allowed: String? = nil, at start: SourceLocation? = nil, notes: [Diagnostic] = []
  ) -> CompileFailure {
    let start = start ?? location
    var notes = notes
    if start == location, let definition = token.definition {
      notes.append(reporter.note("in this macro", at: definition))
    }
    reporter.error(message, at: start, allowed: allowed, notes: notes)
    return CompileFailure()
  }

  // MARK: Depth and recovery

  /// Runs `body` one level deeper. All recursion of the parser passes through this.
  mutating func nested<T>(_ body: (inout Parser) throws(CompileFailure) -> T) throws(CompileFailure) -> T {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Limits.nesting else {
      reporter.limit("nested brackets and blocks", requested: nesting, allowed: Limits.nesting, at: location)
      // The rest of the source is at least as deep, so parsing ends here.
      index = tokens.count - 1
      throw CompileFailure()
    }
    return try body(&self)
  }

  /// Skips to the end of the statement with the error: after its semicolon, or before the brace that ends its block.
  mutating func recover() {
    var level = 0
    while !isAtEnd {
      switch token.kind {
      case .mark(.leftBrace): level += 1
      case .mark(.rightBrace):
        if level == 0 { return }
        level -= 1
        if level == 0 {
          advance()
          return
        }
      case .mark(.semicolon) where level == 0:
        advance()
        return
      default: break
      }
      advance()
    }
  }
}
