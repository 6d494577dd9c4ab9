/// A token of Swift source, as far as the catalogue needs it.
enum SwiftToken: Equatable {
  case name(String)
  case text(String)
  case sign(Character)
}

/// A token and its line, counted from 1.
struct TokenPosition {
  let token: SwiftToken
  let line: Int
}

/// Returns the tokens of Swift source, without comments. An unterminated string or comment ends with the source.
func tokens(of source: String) -> [TokenPosition] {
  let letters = Array(source)
  var positions: [TokenPosition] = []
  var index = 0
  var line = 1

  func letter(_ offset: Int) -> Character? { index + offset < letters.count ? letters[index + offset] : nil }
  func step() {
    if letters[index].isNewline { line += 1 }
    index += 1
  }

  while let current = letter(0) {
    if current.isWhitespace {
      step()
    } else if current == "/", letter(1) == "/" {
      while let next = letter(0), !next.isNewline { step() }
    } else if current == "/", letter(1) == "*" {
      while index < letters.count, !(letter(0) == "*" && letter(1) == "/") { step() }
      index += 2
    } else if current == "\"" {
      let start = line
      let quotes = letter(1) == "\"" && letter(2) == "\"" ? 3 : 1
      index += quotes
      var text = ""
      while let next = letter(0), !(next == "\"" && (quotes == 1 || (letter(1) == "\"" && letter(2) == "\""))) {
        if next == "\\", let escaped = letter(1) {
          text.append(escaped)
          index += 1
        } else {
          text.append(next)
        }
        step()
      }
      index += quotes
      positions.append(TokenPosition(token: .text(text), line: start))
    } else if current.isLetter || current.isNumber || current == "_" {
      var word = ""
      while let next = letter(0), next.isLetter || next.isNumber || next == "_" {
        word.append(next)
        index += 1
      }
      positions.append(TokenPosition(token: .name(word), line: line))
    } else {
      positions.append(TokenPosition(token: .sign(current), line: line))
      step()
    }
  }
  return positions
}
