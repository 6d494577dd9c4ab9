/// A converter of typed formulas to MathML.
///
/// Single letters are variables, words are names: `r`, `luma`, `max`. `x^2` is a superscript, `x_i` a subscript, and
/// braces are invisible groups: `2^{2 - s}`. A slash without spaces is a fraction of its neighbours: `{a + b}/c`.
/// `sqrt(…)` is a root. Text in quotes is text. Other characters are operators: `·`, `≤`, `(`.
struct Mathematics {
  private var letters: [Character]
  private var index = 0

  /// Converts a line. It may wrap after commas, and before quoted sentences.
  static func html(_ line: String) -> String {
    let parts = pieces(line).map { piece in
      if piece.count > 22, piece.hasPrefix("\""), piece.hasSuffix("\"") {
        return "<span>\(escapedHTML(piece.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)))</span>"
      }
      var reader = Mathematics(letters: Array(piece))
      return "<math>\(reader.row(until: nil))</math>"
    }
    return "<div>\(parts.joined(separator: "\n"))</div>"
  }

  private static func pieces(_ line: String) -> [String] {
    var (pieces, piece, depth, isText) = ([String](), "", 0, false)
    func isSentence(_ rest: Substring) -> Bool {
      rest.first == "\""
        && (rest.dropFirst().firstIndex(of: "\"").map { rest.distance(from: rest.startIndex, to: $0) } ?? 0) > 20
    }
    for index in line.indices {
      let letter = line[index]
      if !isText, depth == 0, isSentence(line[index...]), !piece.isEmpty {
        pieces.append(piece)
        piece = ""
      }
      piece.append(letter)
      switch letter {
      case "\"": isText.toggle()
      case "(", "{",
        "[" where !isText:
        depth += 1
      case ")", "}",
        "]" where !isText:
        depth -= 1
      case "," where depth == 0 && !isText:
        pieces.append(piece)
        piece = ""
      default: break
      }
    }
    // A piece that is no relation, such as a further element of a list, stays with the piece before it.
    return (pieces + [piece]).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.reduce(into: []) {
      let isRelation = $1.hasPrefix("\"") ? $1.count > 22 : $1.contains { "=<≤∈∝:".contains($0) }
      if isRelation || $0.isEmpty { $0.append($1) } else { $0[$0.count - 1] += " " + $1 }
    }
  }

  private var next: Character? { index < letters.count ? letters[index] : nil }

  /// Converts the text up to a closing character, which is consumed.
  private mutating func row(until end: Character?) -> String {
    var (parts, wasWord) = ("", false)
    while let letter = next {
      if letter == end {
        index += 1
        break
      }
      if letter == " " {
        index += 1
        continue
      }
      // A product of words needs more space than a product of letters.
      let isWord = letter.isLetter && index + 1 < letters.count && letters[index + 1].isLetter && !peeks("sum")
      let isOperand = letter.isLetter || letter.isNumber || letter == "{" || letter == "("
      let follows = !parts.isEmpty && !parts.hasSuffix("</mo>") && !parts.hasSuffix("</mtext>")
      if follows, isWord || wasWord && isOperand && letters[index - 1] == " " {
        parts += "<mspace width=\"0.25em\"></mspace>"
      }
      wasWord = isWord
      parts += fraction()
    }
    return "<mrow>\(parts)</mrow>"
  }

  private mutating func fraction() -> String {
    let above = scripted()
    guard next == "/", index > 0, letters[index - 1] != " ", index + 1 < letters.count, letters[index + 1] != " " else {
      return above
    }
    index += 1
    return "<mfrac>\(above)\(scripted())</mfrac>"
  }

  /// Converts an atom with its subscript and superscript.
  private mutating func scripted() -> String {
    let isSum = peeks("sum") || peeks("∑")
    let base = atom()
    var (low, high): (String?, String?)
    while let script = next, script == "^" || script == "_" {
      index += 1
      if next == "-" {
        index += 1
        let negative = "<mrow><mo>−</mo>\(atom())</mrow>"
        if script == "^" { high = negative } else { low = negative }
      } else if script == "^" {
        high = atom()
      } else {
        low = atom()
      }
    }
    switch (low, high) {
    case (nil, nil): return base
    case (let low?, let high?):
      let name = isSum ? "munderover" : "msubsup"
      return "<\(name)>\(base)\(low)\(high)</\(name)>"
    case (let low?, nil): return isSum ? "<munder>\(base)\(low)</munder>" : "<msub>\(base)\(low)</msub>"
    case (nil, let high?): return "<msup>\(base)\(high)</msup>"
    }
  }

  private func peeks(_ word: String) -> Bool {
    letters.count >= index + word.count && letters[index..<index + word.count].elementsEqual(word)
  }

  private mutating func atom() -> String {
    guard let letter = next else { return "<mrow></mrow>" }
    if letter == "{" {
      index += 1
      return row(until: "}")
    }
    if letter == "(" {
      index += 1
      let inner = row(until: ")")
      let kind = ["<mfrac>", "<munder"].contains(where: inner.contains) ? "" : " stretchy=\"false\""
      return "<mrow><mo\(kind)>(</mo>\(inner)<mo\(kind)>)</mo></mrow>"
    }
    if letter == "\"" {
      index += 1
      let text = take { $0 != "\"" }
      if next != nil { index += 1 }
      // MathML trims normal spaces at the ends of a text.
      return "<mtext>\(escapedHTML(text).replacing(" ", with: "\u{A0}"))</mtext>"
    }
    if letter.isNumber {
      return "<mn>\(take { $0.isNumber || $0 == "." })</mn>"
    }
    if letter.isLetter {
      let word = take { $0.isLetter || $0.isNumber || $0 == "′" }
      if word == "sqrt", next == "(" {
        index += 1
        return "<msqrt>\(row(until: ")"))</msqrt>"
      }
      if word == "sum" { return "<mo>∑</mo>" }
      return "<mi>\(escapedHTML(word))</mi>"
    }
    index += 1
    // Fences have the height of text. The same character opens and closes, so their spacing is symmetric.
    let kind =
      "|⌊⌋⌈⌉".contains(letter)
      ? " stretchy=\"false\" lspace=\"0.05em\" rspace=\"0.05em\"" : "[]".contains(letter) ? " stretchy=\"false\"" : ""
    return "<mo\(kind)>\(escapedHTML(letter == "-" ? "−" : String(letter)))</mo>"
  }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let start = index
    while let letter = next, isPart(letter) { index += 1 }
    return String(letters[start..<index])
  }
}

/// Escapes text for HTML, also for attributes in double quotes.
func escapedHTML(_ text: String) -> String {
  text.reduce(into: "") { result, letter in
    switch letter {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.append(letter)
    }
  }
}
