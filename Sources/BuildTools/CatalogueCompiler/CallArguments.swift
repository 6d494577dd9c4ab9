/// The arguments of a call, by label; the others are numbered.
struct CallArguments {
  private var values: [String: [TokenPosition]] = [:]

  init() {}

  /// Those of the call whose first argument begins at `start`, up to its closing parenthesis.
  init(_ places: [TokenPosition], from start: Int) {
    for value in Self.parts(places.dropFirst(start)) {
      if case .name(let label)? = value.first?.token, value.dropFirst().first?.token == .sign(":") {
        values[label] = Array(value.dropFirst(2))
      } else {
        values["\(values.count)"] = value
      }
    }
  }

  subscript(label: String) -> [TokenPosition]? { values[label] }

  /// The string literal under a label.
  func text(_ label: String) -> String? {
    if case .text(let text)? = values[label]?.first?.token { text } else { nil }
  }

  /// The string literals under a label, added up.
  func joinedText(_ label: String) -> String? {
    values[label]?.compactMap { place in if case .text(let text) = place.token { text } else { nil } }.joined()
  }

  /// What stands under a label, without white space.
  func source(_ label: String) -> String? {
    values[label]?.map { place in
      switch place.token {
      case .name(let word): word
      case .text(let text): "\"\(text)\""
      case .sign(let sign): String(sign)
      }
    }.joined()
  }

  /// The names in the list that stands under a label, for example `.inputImage`, `GaussianBlur.pass` for
  /// `.region(pass)`.
  ///
  /// - Parameters:
  ///   - scope: where the list stands, whose names are written without it.
  ///   - arguments: those of a filter of the family that the list belongs to; a name that is one of their labels stands
  ///     for that argument.
  ///   - caller: where `arguments` stand.
  func elements(_ label: String, in scope: String, given arguments: CallArguments, in caller: String) -> [String] {
    var found: [String] = []
    var rest = (values[label] ?? [])[...]
    while let place = rest.first {
      rest = rest.dropFirst()
      if place.token == .sign("[") {
        let parts = Self.parts(rest)
        found += parts.compactMap { part in
          // `.region(pass)`: what stands in parentheses. Another leading dot is that of a shared parameter.
          let open = part.firstIndex { $0.token == .sign("(") }
          let words = part[(open ?? 0)...].compactMap(\.word)
          let isShared = open == nil && part.first?.token == .sign(".")
          guard let first = words.first else { return nil }
          if isShared { return "." + first }
          if words.count == 1, let given = arguments[first] { return Self.path(given, in: caller) }
          return words.count == 1 ? "\(scope).\(first)" : words.joined(separator: ".")
        }
        rest = rest.dropFirst(parts.reduce(0) { $0 + $1.count } + max(parts.count - 1, 0))
      } else if let name = place.word, arguments[name] != nil {
        found += arguments.elements(name, in: caller, given: CallArguments(), in: caller)
      }
    }
    return found
  }

  /// The protocol of the typed form: the filter's name when nothing is said, nil for `nil`.
  func builtin(of name: String, given arguments: CallArguments) -> String? {
    switch values["builtin"]?.first?.token {
    case nil: return name
    case .text(let text)?: return text
    case .name(let label)?:
      guard let given = arguments[label] else { return label == "nil" ? nil : name }
      if case .text(let text)? = given.first?.token { return text }
      return nil
    case .sign?: return nil
    }
  }

  private static func path(_ value: [TokenPosition], in scope: String) -> String? {
    let words = value.compactMap(\.word)
    if value.first?.token == .sign(".") { return "." + words.joined(separator: ".") }
    return words.count == 1 ? "\(scope).\(words[0])" : words.isEmpty ? nil : words.joined(separator: ".")
  }

  /// What commas separate, up to the bracket that closes.
  private static func parts(_ places: ArraySlice<TokenPosition>) -> [[TokenPosition]] {
    var parts: [[TokenPosition]] = []
    var part: [TokenPosition] = []
    var depth = 0
    for place in places {
      switch place.token {
      case .sign("("), .sign("["), .sign("{"): depth += 1
      case .sign(")"), .sign("]"), .sign("}"): depth -= 1
      default: break
      }
      if depth < 0 { break }
      if depth == 0, place.token == .sign(",") {
        parts.append(part)
        part = []
      } else {
        part.append(place)
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }
}

extension TokenPosition {
  /// The token where it is a name.
  var word: String? { if case .name(let word) = token { word } else { nil } }
}
