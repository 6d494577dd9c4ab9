/// A lexer for untrusted source: bytes that are not UTF-8, zero bytes and unterminated comments are errors.
struct Lexer {
  private let bytes: [UInt8]
  private let file: Int
  private let reporter: Reporter
  private var position = 0
  private var line = 1
  private var column = 1
  /// The line number without lines that a backslash continues.
  private var logicalLine = 1

  init(_ bytes: [UInt8], file: Int, reporter: Reporter) {
    (self.bytes, self.file, self.reporter) = (bytes, file, reporter)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// Returns all tokens; the last is the end of the source.
  mutating func tokens() throws(CompileFailure) -> [Token] {
    guard bytes.count <= Limits.sourceBytes else {
      reporter.limit("bytes of source", requested: bytes.count, allowed: Limits.sourceBytes, at: here)
      throw CompileFailure()
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      reporter.error("the text is not UTF-8", at: firstInvalidLine())
      throw CompileFailure()
    }
    var tokens: [Token] = []
    while !reporter.isFull {
      let (lineBefore, positionBefore) = (logicalLine, position)
      skipBlank()
      let (location, start) = (here, position)
      let starts = tokens.isEmpty || logicalLine != lineBefore
      guard position < bytes.count else {
        tokens.append(Token(kind: .end, location: here, startsLine: true, follows: true))
        break
      }
      guard let kind = next() else { continue }
      var token = Token(kind: kind, location: location, startsLine: starts, follows: start > positionBefore)
      switch kind {
      case .integer, .float: token.spelling = String(decoding: bytes[start..<position], as: UTF8.self)
      default: break
      }
      tokens.append(token)
    }
    guard !reporter.isFull else { throw CompileFailure() }
    return tokens
  }

  private var here: SourceLocation { SourceLocation(file: file, line: line, column: column) }

  private func byte(_ offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

  private func matches(_ text: StaticString) -> Bool {
    guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { bytes[position..<(position + $0.count)].elementsEqual($0) }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") {
        (line, column, logicalLine) = (line + 1, 1, logicalLine + 1)
      } else if bytes[position] & 0xc0 != 0x80 {
        column += 1
      }
      position += 1
    }
  }

  /// Skips white space, comments, and line ends that a backslash continues.
  private mutating func skipBlank() {
    while position < bytes.count {
      switch byte() {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0x0b, 0x0c: advance()
      case UInt8(ascii: "\\") where isContinuation: skipContinuation()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while position < bytes.count, byte() != UInt8(ascii: "\n") { advance() }
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        let start = here
        advance(2)
        while position < bytes.count, !matches("*/") { advance() }
        if position == bytes.count { reporter.error("unterminated comment", at: start, allowed: "*/") }
        advance(2)
      default: return
      }
    }
  }

  private var isContinuation: Bool {
    byte(1) == UInt8(ascii: "\n") || byte(1) == UInt8(ascii: "\r") && byte(2) == UInt8(ascii: "\n")
  }

  private mutating func skipContinuation() {
    advance(byte(1) == UInt8(ascii: "\r") ? 3 : 2)
    logicalLine -= 1
  }

  private mutating func next() -> Token.Kind? {
    let first = byte()
    if Self.isLetter(first) { return word() }
    if Self.isDigit(first) || first == UInt8(ascii: ".") && Self.isDigit(byte(1)) { return number() }
    if first == UInt8(ascii: "\"") { return string() }
    for length in [3, 2, 1] where position + length <= bytes.count {
      if let mark = Self.marks[Array(bytes[position..<(position + length)])] {
        advance(length)
        return .mark(mark)
      }
    }
    reportStray(first)
    return nil
  }

  private mutating func reportStray(_ first: UInt8) {
    let location = here
    switch first {
    case 0: reporter.error("the text has a zero byte", at: location)
    case 0x80...:
      reporter.error("names and operators are ASCII; other characters are allowed in comments", at: location)
    case UInt8(ascii: "'"):
      reporter.error("character literals are not part of the kernel languages", at: location, allowed: "a number")
    default: reporter.error("'\(Character(UnicodeScalar(first)))' has no meaning here", at: location)
    }
    repeat { advance() } while position < bytes.count && byte() & 0xc0 == 0x80
  }

  private mutating func word() -> Token.Kind? {
    let (start, location) = (position, here)
    while Self.isLetter(byte()) || Self.isDigit(byte()) { advance() }
    guard position - start <= Limits.wordLength else {
      reporter.limit("characters of a name", requested: position - start, allowed: Limits.wordLength, at: location)
      return nil
    }
    return .word(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Reads a number as in C: all letters, digits and points, and signs after an exponent.
  private mutating func number() -> Token.Kind? {
    let (start, location) = (position, here)
    let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) | 0x20 == UInt8(ascii: "x")
    while true {
      let isExponent = !isHexadecimal && byte() | 0x20 == UInt8(ascii: "e")
      if isExponent, byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") {
        advance(2)
      } else if Self.isLetter(byte()) || Self.isDigit(byte()) || byte() == UInt8(ascii: ".") {
        advance()
      } else {
        break
      }
    }
    guard position - start <= Limits.wordLength else {
      reporter.limit("digits of a number", requested: position - start, allowed: Limits.wordLength, at: location)
      return nil
    }
    do throws(NumberError) {
      return try numberLiteral(String(decoding: bytes[start..<position], as: UTF8.self))
    } catch {
      reporter.error(error.message, at: location, allowed: error.allowed)
      return nil
    }
  }

  private mutating func string() -> Token.Kind? {
    let location = here
    advance()
    let start = position
    while position < bytes.count, byte() != UInt8(ascii: "\""), byte() != UInt8(ascii: "\n") { advance() }
    guard byte() == UInt8(ascii: "\"") else {
      reporter.error("unterminated string", at: location, allowed: "\" on the same line")
      return nil
    }
    defer { advance() }
    return .string(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Returns the start of the first line that is not UTF-8.
  private func firstInvalidLine() -> SourceLocation {
    var (start, lineStart) = (0, SourceLocation(file: file, line: 1, column: 1))
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      if String(validating: bytes[start..<end], as: UTF8.self) == nil { return lineStart }
      (start, lineStart.line) = (end, lineStart.line + 1)
    }
    return lineStart
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static let marks: [[UInt8]: Punctuator] = Dictionary(
    uniqueKeysWithValues: Punctuator.allCases.map { (Array($0.rawValue.utf8), $0) })
}
