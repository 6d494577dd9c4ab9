/// The arguments of a call, by label; unlabelled arguments by index.
struct CallArguments {
  private var values: [String: [TokenPosition]] = [:]

  init() {}

  /// Creates the arguments of the call whose first argument begins at `start`, up to its closing parenthesis.
  init(_ positions: [TokenPosition], from start: Int) {
    for value in Self.parts(positions.dropFirst(start)) {
      if case .name(let label)? = value.first?.token, value.dropFirst().first?.token == .sign(":") {
        values[label] = Array(value.dropFirst(2))
      } else {
        values["\(values.count)"] = value
      }
    }
  }

  subscript(label: String) -> [TokenPosition]? { values[label] }

  /// Returns the string literal under a label.
  func text(_ label: String) -> String? {
    if case .text(let text)? = values[label]?.first?.token { text } else { nil }
  }

  /// Returns the string literals under a label, concatenated.
  func joinedText(_ label: String) -> String? {
    values[label]?.compactMap { position in if case .text(let text) = position.token { text } else { nil } }.joined()
  }

  /// Returns the source under a label, without white space.
  func source(_ label: String) -> String? {
    values[label]?.map { position in
      switch position.token {
      case .name(let word): word
      case .text(let text): "\"\(text)\""
      case .sign(let sign): String(sign)
      }
    }.joined()
  }

  /// Returns the names in the list under a label, for example `.inputImage`, or `GaussianBlur.pass` for
  /// `.region(pass)`.
  ///
  /// - Parameters:
  ///   - scope: the scope of the list. Names of the scope are unqualified in the list.
  ///   - arguments: the arguments of a filter of the list's family. A name that is one of their labels is replaced by
  ///     that argument.
  ///   - caller: the scope of `arguments`.
  func elements(_ label: String, in scope: String, with arguments: CallArguments, in caller: String) -> [String] {
    var found: [String] = []
    var remaining = (values[label] ?? [])[...]
    while let position = remaining.first {
      remaining = remaining.dropFirst()
      if position.token == .sign("[") {
        let parts = Self.parts(remaining)
        found += parts.compactMap { part in
          // `.region(pass)`: the name in parentheses. Otherwise a leading dot is that of a shared parameter.
          let open = part.firstIndex { $0.token == .sign("(") }
          let words = part[(open ?? 0)...].compactMap(\.word)
          let isShared = open == nil && part.first?.token == .sign(".")
          guard let first = words.first else { return nil }
          if isShared { return "." + first }
          if words.count == 1, let value = arguments[first] { return Self.path(value, in: caller) }
          return words.count == 1 ? "\(scope).\(first)" : words.joined(separator: ".")
        }
        remaining = remaining.dropFirst(parts.reduce(0) { $0 + $1.count } + max(parts.count - 1, 0))
      } else if let name = position.word, arguments[name] != nil {
        found += arguments.elements(name, in: caller, with: CallArguments(), in: caller)
      }
    }
    return found
  }

  /// Returns the protocol of the typed class: the filter's name by default, nil for `nil`.
  func builtin(of name: String, with arguments: CallArguments) -> String? {
    switch values["builtin"]?.first?.token {
    case nil: return name
    case .text(let text)?: return text
    case .name(let label)?:
      guard let value = arguments[label] else { return label == "nil" ? nil : name }
      if case .text(let text)? = value.first?.token { return text }
      return nil
    case .sign?: return nil
    }
  }

  private static func path(_ value: [TokenPosition], in scope: String) -> String? {
    let words = value.compactMap(\.word)
    if value.first?.token == .sign(".") { return "." + words.joined(separator: ".") }
    return words.count == 1 ? "\(scope).\(words[0])" : words.isEmpty ? nil : words.joined(separator: ".")
  }

  /// Returns the comma-separated parts, up to the closing bracket.
  private static func parts(_ positions: ArraySlice<TokenPosition>) -> [[TokenPosition]] {
    var parts: [[TokenPosition]] = []
    var part: [TokenPosition] = []
    var depth = 0
    for position in positions {
      switch position.token {
      case .sign("("), .sign("["), .sign("{"): depth += 1
      case .sign(")"), .sign("]"), .sign("}"): depth -= 1
      default: break
      }
      if depth < 0 { break }
      if depth == 0, position.token == .sign(",") {
        parts.append(part)
        part = []
      } else {
        part.append(position)
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }
}

extension TokenPosition {
  /// The name, if the token is one.
  var word: String? { if case .name(let word) = token { word } else { nil } }
}
