/// A token of kernel source.
struct Token: Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or a keyword.
    case word(String)
    case integer(UInt32, isUnsigned: Bool)
    case float(Float)
    case string(String)
    case mark(Punctuator)
    case end
  }

  var kind: Kind
  /// The start of the token; for a token of a macro body, the use of the macro.
  var location: SourceLocation
  /// The location in the definition of the macro, for a token of a macro body.
  var definition: SourceLocation?
  var startsLine: Bool
  /// Whether white space precedes the token.
  var follows: Bool
  /// The spelling of a number, for macros that join words: 0x10 and 16 are the same number but two words.
  var spelling: String?

  /// The operand of `##`.
  var letters: String { spelling ?? text }

  /// The token as it is typed, for messages.
  var text: String {
    switch kind {
    case .word(let word): word
    case .integer(let value, let isUnsigned): isUnsigned ? "\(value)u" : "\(value)"
    case .float(let value): "\(value)"
    case .string(let text): "\"\(text)\""
    case .mark(let mark): mark.rawValue
    case .end: "end of text"
    }
  }
}

/// Operators and brackets.
enum Punctuator: String, Sendable, CaseIterable {
  case leftParen = "("
  case rightParen = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case rightBrace = "}"
  case semicolon = ";"
  case comma = ","
  case period = "."
  case question = "?"
  case colon = ":"
  case scope = "::"
  case arrow = "->"
  case hash = "#"
  case paste = "##"
  case assign = "="
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case ampersand = "&"
  case bar = "|"
  case caret = "^"
  case tilde = "~"
  case not = "!"
  case less = "<"
  case greater = ">"
  case lessEqual = "<="
  case greaterEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case and = "&&"
  case or = "||"
  case xor = "^^"
  case increment = "++"
  case decrement = "--"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case plusAssign = "+="
  case minusAssign = "-="
  case starAssign = "*="
  case slashAssign = "/="
  case percentAssign = "%="
  case ampersandAssign = "&="
  case barAssign = "|="
  case caretAssign = "^="
  case shiftLeftAssign = "<<="
  case shiftRightAssign = ">>="
}
