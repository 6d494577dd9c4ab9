/// Reads the declarations of a text, by recursive descent with a count of how deep it is.
///
/// Both languages have one parser: what only one of them has is asked for by `language` where it is read.
struct Parser {
  let language: Language
  let reporter: Reporter
  let typeNames: TypeNames
  private let tokens: [Token]
  private(set) var index = 0
  private var nesting = 0
  var unit = TranslationUnit()
  /// Names that the text gave to types.
  var declaredTypes: [String: NamedType] = [:]
  /// Namespaces that may stand before a name and say nothing about it.
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

  /// Reports the closing bracket that is missing, with the place of the opening one.
  mutating func expectClosing(_ mark: Punctuator, of open: Token) throws(CompileFailure) {
    guard !take(mark) else { return }
    throw fail(
      "expected '\(mark.rawValue)', found '\(token.text)'",
      notes: [reporter.note("to match this '\(open.text)'", at: open.location)])
  }

  /// A name that the text may choose.
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

  /// Reports an error at the token, or at `place`; returns what to throw.
  func fail(
    _ message: String, allowed: String? = nil, at place: SourceLocation? = nil, notes: [Diagnostic] = []
  ) -> CompileFailure {
    let place = place ?? location
    var notes = notes
    if place == location, let definition = token.definition {
      notes.append(reporter.note("in this macro", at: definition))
    }
    reporter.error(message, at: place, allowed: allowed, notes: notes)
    return CompileFailure()
  }

  // MARK: Depth and recovery

  /// Runs `body` one level deeper; the parser calls itself only through this.
  mutating func nested<T>(_ body: (inout Parser) throws(CompileFailure) -> T) throws(CompileFailure) -> T {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Limits.nesting else {
      reporter.limit("brackets and blocks in each other", requested: nesting, allowed: Limits.nesting, at: location)
      // Whatever follows is as deep: there is nothing more to say.
      index = tokens.count - 1
      throw CompileFailure()
    }
    return try body(&self)
  }

  /// Goes on behind the statement that went wrong: its semicolon, or before the brace that ends its block.
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
