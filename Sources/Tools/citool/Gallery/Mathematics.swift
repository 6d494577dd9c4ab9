/// Formulas as people type them, as MathML.
///
/// Letters alone are variables, words are names: `r`, `luma`, `max`. `x^2` and `x_i` raise and lower what follows,
/// braces group without being seen: `2^{2 - s}`. A slash without spaces makes a fraction of what stands at its sides:
/// `{a + b}/c`; `sqrt(…)` makes a root. Text in quotes stays text. Everything else is a sign: `·`, `≤`, `(`.
struct Mathematics {
  private var letters: [Character]
  private var index = 0

  /// One line, in pieces between which it may be broken: behind commas, and before texts that are sentences.
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
    // What says nothing by itself, as the rest of a list, stays with what it belongs to.
    return (pieces + [piece]).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.reduce(into: []) {
      let isOwn = $1.hasPrefix("\"") ? $1.count > 22 : $1.contains { "=<≤∈∝:".contains($0) }
      if isOwn || $0.isEmpty { $0.append($1) } else { $0[$0.count - 1] += " " + $1 }
    }
  }

  private var next: Character? { index < letters.count ? letters[index] : nil }

  /// Everything up to a closing sign, which is taken too.
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
      // Words that are multiplied need more room than letters do.
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

  /// An atom with what is lowered and raised behind it.
  private mutating func scripted() -> String {
    let isSum = peeks("sum") || peeks("∑")
    let base = atom()
    var (low, high): (String?, String?)
    while let sign = next, sign == "^" || sign == "_" {
      index += 1
      if next == "-" {
        index += 1
        let negative = "<mrow><mo>−</mo>\(atom())</mrow>"
        if sign == "^" { high = negative } else { low = negative }
      } else if sign == "^" {
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
      // Spaces at a text's ends are not drawn otherwise.
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
    // Signs around something are as tall as text; those that open look like those that close.
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

/// Text that may stand in HTML, also between quotes.
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
