/// `static let NAME = Parameter<TYPE>("KEY", type: .KIND, …)`, as it stands in a filter's file.
struct ParameterDeclaration {
  let key: String
  let swiftType: String
  /// The case of `ParameterType`, or nil when none is given.
  let kind: String?
}

/// `static let NAME = Filter("CIName", …)`, as it stands in a filter's file.
struct FilterDeclaration {
  /// How other files call it, for example `GaussianBlur.filter`.
  let path: String
  let name: String
  /// The protocol of the typed form; nil when Core Image has none.
  let builtin: String?
  let parameters: [ParameterDeclaration]
  /// Where the filter stands, as its category's folder and its file.
  let file: String
  /// The names of its formulas, for example `GaussianBlur.pass`.
  let formulas: [String]
}

/// What is wrong with a filter's file, in the form that Xcode and editors link to.
struct SourceError: Error, CustomStringConvertible {
  let description: String
  init(_ file: String, _ line: Int, _ text: String) { description = "\(file):\(line): error: \(text)" }
}

/// The filters that some source files declare.
struct Declarations {
  private struct Raw {
    let file: String
    let line: Int
    let scope: String
    let variable: String
    let name: String
    let builtin: String?
    let parameters: [(path: String, line: Int)]
    let formulas: [String]
  }

  private var raw: [Raw] = []
  private var parameters: [String: ParameterDeclaration] = [:]
  /// The documentation comments, by what they stand before.
  private(set) var comments = Comments()

  /// Reads one file.
  mutating func read(_ source: String, file: String) throws {
    comments.read(source)
    let places = tokens(of: source)
    var scopes: [String?] = []
    var pending: String?
    var index = 0

    func token(_ offset: Int) -> Token? { index + offset < places.count ? places[index + offset].token : nil }
    func name(_ offset: Int) -> String? { if case .name(let name)? = token(offset) { name } else { nil } }

    while index < places.count {
      switch places[index].token {
      case .name("enum"), .name("struct"), .name("extension"):
        pending = name(1) ?? pending
      case .sign("{"):
        scopes.append(pending)
        pending = nil
      case .sign("}"):
        _ = scopes.popLast()
      case .name("static") where name(1) == "let":
        guard let scope = scopes.last ?? nil, let variable = name(2) else { break }
        if token(3) == .sign("="), name(4) == "Parameter", token(5) == .sign("<") {
          try readParameter(places, at: index + 6, path: "\(scope).\(variable)", file: file)
        } else if let call = filterCall(places, at: index + 3) {
          try readFilter(places, at: call, scope: scope, variable: variable, file: file)
        }
      default: break
      }
      index += 1
    }
  }

  /// The index behind `= Filter(`, also with the type written out.
  private func filterCall(_ places: [Place], at start: Int) -> Int? {
    let rest = places.dropFirst(start).prefix(5).map(\.token)
    let call: [Token] = [.sign("="), .name("Filter"), .sign("(")]
    if rest.starts(with: call) { return start + 3 }
    if rest == [.sign(":"), .name("Filter")] + call { return start + 5 }
    return nil
  }

  private mutating func readParameter(_ places: [Place], at start: Int, path: String, file: String) throws {
    var index = start
    var depth = 1
    var type = ""
    while index < places.count {
      switch places[index].token {
      case .sign("<"): depth += 1
      case .sign(">"): depth -= 1
      default: break
      }
      if depth == 0 { break }
      switch places[index].token {
      case .name(let word): type += word
      case .sign(let sign): type.append(sign)
      case .text: break
      }
      index += 1
    }
    guard index + 2 < places.count, case .text(let key) = places[index + 2].token else {
      throw SourceError(file, places[start].line, "the key of \(path) must be a string literal")
    }
    var kind: String?
    for (label, value) in arguments(places, from: index + 2) where label == "type" {
      if case .name(let word)? = value.last?.token { kind = word }
    }
    parameters[path] = ParameterDeclaration(key: key, swiftType: type, kind: kind)
  }

  private mutating func readFilter(
    _ places: [Place], at start: Int, scope: String, variable: String, file: String
  ) throws {
    guard start < places.count, case .text(let name) = places[start].token, name.hasPrefix("CI") else {
      let line = places[Swift.min(start, places.count - 1)].line
      throw SourceError(file, line, "the name of \(scope).\(variable) must be a string literal that starts with CI")
    }
    var builtin: String? = name
    var used: [(path: String, line: Int)] = []
    var formulas: [String] = []
    for (label, value) in arguments(places, from: start) {
      switch label {
      case "builtin":
        if case .text(let text)? = value.first?.token {
          builtin = text.isEmpty ? name : text
        } else {
          builtin = nil
        }
      case "parameters":
        for part in value.dropFirst().dropLast().split(whereSeparator: { $0.token == .sign(",") }) {
          let path = part.compactMap { if case .name(let word) = $0.token { word } else { nil } }.joined(separator: ".")
          used.append((path, part.first!.line))
        }
      case "formulas":
        // `.region(pass)` and `.region(AreaMinimum.strips)`: what stands in parentheses.
        for part in value.dropFirst().dropLast().split(whereSeparator: { $0.token == .sign(",") }) {
          let words = part.compactMap { if case .name(let word) = $0.token { word } else { nil } }.dropFirst()
          formulas.append(words.count == 1 ? "\(scope).\(words.joined())" : words.joined(separator: "."))
        }
      default: break
      }
    }
    raw.append(
      Raw(
        file: file, line: places[start].line, scope: scope, variable: variable, name: name, builtin: builtin,
        parameters: used, formulas: formulas))
  }

  /// The arguments of a call whose first token is at `start`, up to its closing parenthesis.
  private func arguments(_ places: [Place], from start: Int) -> [(label: String?, value: [Place])] {
    var found: [(label: String?, value: [Place])] = []
    var value: [Place] = []
    var depth = 0
    func add() {
      if case .name(let label)? = value.first?.token, value.dropFirst().first?.token == .sign(":") {
        found.append((label, Array(value.dropFirst(2))))
      } else {
        found.append((nil, value))
      }
      value = []
    }
    for place in places.dropFirst(start) {
      switch place.token {
      case .sign("("), .sign("["), .sign("{"): depth += 1
      case .sign(")"), .sign("]"), .sign("}"): depth -= 1
      default: break
      }
      if depth < 0 { break }
      if depth == 0, place.token == .sign(",") { add() } else { value.append(place) }
    }
    add()
    return found
  }

  /// Every filter with its parameters, in the order of their names.
  ///
  /// - Throws: `SourceError` when two filters have one name, or a parameter's declaration is not found.
  func filters() throws -> [FilterDeclaration] {
    var lines: [String: String] = [:]
    return try raw.sorted { $0.name < $1.name }.map { filter in
      if let first = lines[filter.name] {
        throw SourceError(filter.file, filter.line, "\(filter.name) is declared at \(first) already")
      }
      lines[filter.name] = "\(filter.file):\(filter.line)"
      let found = try filter.parameters.map { path, line in
        guard let parameter = parameters["\(filter.scope).\(path)"] ?? parameters[path] else {
          throw SourceError(
            filter.file, line, "no `static let \(path) = Parameter<…>(\"key\"…)` found for \(filter.name)")
        }
        return parameter
      }
      return FilterDeclaration(
        path: "\(filter.scope).\(filter.variable)", name: filter.name, builtin: filter.builtin, parameters: found,
        file: filter.file.split(separator: "/").suffix(2).joined(separator: "/"), formulas: filter.formulas)
    }
  }
}
