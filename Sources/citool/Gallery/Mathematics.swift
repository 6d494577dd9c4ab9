/// Formulas as people type them, as MathML.
///
/// Letters alone are variables, words are names: `r`, `luma`, `max`. `x^2` and `x_i` raise and lower what follows, braces
/// group without being seen: `2^{2 - s}`. A slash without spaces makes a fraction of what stands at its sides: `{a + b}/c`;
/// `sqrt(…)` makes a root. Text in quotes stays text. Everything else is a sign: `·`, `≤`, `(`.
struct Mathematics {
  private var letters: [Character]
  private var index = 0

  /// One line.
  static func html(_ line: String) -> String {
    var reader = Mathematics(letters: Array(line))
    return "<math display=\"block\">\(reader.row(until: nil))</math>"
  }

  private var next: Character? { index < letters.count ? letters[index] : nil }

  /// Everything up to a closing sign, which is taken too.
  private mutating func row(until end: Character?) -> String {
    var parts = ""
    while let letter = next {
      if letter == end {
        index += 1
        break
      }
      if letter == " " { index += 1 } else { parts += fraction() }
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
      return "<mrow><mo>(</mo>\(row(until: ")"))<mo>)</mo></mrow>"
    }
    if letter == "\"" {
      index += 1
      let text = take { $0 != "\"" }
      if next != nil { index += 1 }
      return "<mtext>\(escapedHTML(text))</mtext>"
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
    return "<mo>\(escapedHTML(letter == "-" ? "−" : String(letter)))</mo>"
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
