/// What stands of an input in the source text.
struct ParsedParameter {
  let key: String
  let swiftType: String
  /// The case of `ParameterType`, or nil when none is given.
  let kind: String?
  /// Name and type of the typed form's property, where they do not follow from the others.
  let property, typed: String?
  /// All that its initialiser is called with.
  let arguments: CallArguments
}

/// A filter, as far as its text and that of its family tell.
struct ParsedFilter {
  /// How other files call it, for example `GaussianBlur.filter`.
  let path: String
  let name: String
  /// What it does, in a sentence.
  let summary: String
  /// Its type where that is a family, for example `BlendMode`.
  let family: String?
  /// The protocol of the typed form; nil when Core Image has none.
  let builtin: String?
  /// The function that makes the typed form, where it is not the name's.
  let factory: String?
  let parameters: [ParsedParameter]
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

/// The filters that some source files declare:
///
/// - `let NAME = Parameter<TYPE>("KEY", type: .KIND, …)` in a filter or a family: an input;
/// - `static var NAME: Self { Parameter("KEY", …) }` in `extension AnyParameter where Self == Parameter<TYPE>`: one
///   that filters share, which lists call `.NAME`;
/// - `Filter(name, …)` in `struct FAMILY`: what the filters of a family share;
/// - `static let NAME = FAMILY("CIName", …)`: a filter.
struct Declarations {
  private struct Call {
    let file: String
    let line: Int
    let scope: String
    let variable: String
    let type: String
    let name: String
    let arguments: CallArguments
  }

  private var calls: [Call] = []
  private var families: [String: CallArguments] = [:]
  private var parameters: [String: ParsedParameter] = [:]
  /// The documentation comments, by what they stand before.
  private(set) var comments = Comments()

  /// Reads one file.
  mutating func read(_ source: String, file: String) throws {
    comments.read(source)
    let places = tokens(of: source)
    var scopes: [String?] = []
    var pending: String?
    var sharedType: String?
    var index = 0

    func token(_ offset: Int) -> SwiftToken? { index + offset < places.count ? places[index + offset].token : nil }
    func name(_ offset: Int) -> String? { if case .name(let name)? = token(offset) { name } else { nil } }
    func text(_ offset: Int) -> String? { if case .text(let text)? = token(offset) { text } else { nil } }

    while index < places.count {
      switch places[index].token {
      case .name("enum"), .name("struct"):
        pending = name(1) ?? pending
        sharedType = nil
      case .name("extension"):
        pending = name(1) ?? pending
        sharedType = name(1) == "AnyParameter" && name(6) == "Parameter" ? typeArgument(places, at: index + 7) : nil
      case .sign("{"):
        scopes.append(pending)
        pending = nil
      case .sign("}"):
        _ = scopes.popLast()
      case .name("static") where name(1) == "var":
        if let type = sharedType, let variable = name(2), token(5) == .sign("{"), name(6) == "Parameter" {
          try readParameter(places, at: index + 8, type: type, path: ".\(variable)", file: file)
        }
      case .name("let"):
        guard let scope = scopes.last(where: { $0 != nil }) ?? nil, let variable = name(1) else { break }
        if token(2) == .sign("="), name(3) == "Parameter", let type = typeArgument(places, at: index + 4) {
          let key = places[index...].firstIndex { $0.token == .sign("(") }.map { $0 + 1 } ?? places.count
          try readParameter(places, at: key, type: type, path: "\(scope).\(variable)", file: file)
        }
        guard index > 0, places[index - 1].token == .name("static") else { break }
        let value = token(2) == .sign(":") ? 4 : 2
        if token(value) == .sign("="), let type = name(value + 1), token(value + 2) == .sign("(") {
          if let filter = text(value + 3), filter.hasPrefix("CI") {
            calls.append(
              Call(
                file: file, line: places[index].line, scope: scope, variable: variable, type: type, name: filter,
                arguments: CallArguments(places, from: index + value + 3)))
          } else if type == "Filter" {
            throw SourceError(
              file, places[index].line,
              "the name of \(scope).\(variable) must be a string literal that starts with CI")
          }
        }
      case .name("Filter") where token(1) == .sign("(") && name(2) == "name":
        if let family = scopes.last(where: { $0 != nil }) ?? nil {
          families[family] = CallArguments(places, from: index + 2)
        }
      default: break
      }
      index += 1
    }
  }

  /// `TYPE` of `<TYPE>`; nil when there is no `<` at `start`.
  private func typeArgument(_ places: [TokenPosition], at start: Int) -> String? {
    guard start < places.count, places[start].token == .sign("<") else { return nil }
    var depth = 0
    var type = ""
    for place in places[start...] {
      if place.token == .sign("<") { depth += 1 }
      if place.token == .sign(">") { depth -= 1 }
      if depth == 0 { break }
      switch place.token {
      case .name(let word): type += word
      case .sign(let sign): type.append(sign)
      case .text: break
      }
    }
    return String(type.dropFirst())
  }

  private mutating func readParameter(
    _ places: [TokenPosition], at start: Int, type: String, path: String, file: String
  ) throws {
    guard start < places.count, case .text(let key) = places[start].token else {
      throw SourceError(file, places[min(start, places.count - 1)].line, "the key of \(path) must be a string literal")
    }
    let arguments = CallArguments(places, from: start)
    parameters[path] = ParsedParameter(
      key: key, swiftType: type, kind: arguments["type"]?.last?.word, property: arguments.text("property"),
      typed: arguments.text("typed"), arguments: arguments)
  }

  /// Every filter with its parameters, in the order of their names.
  ///
  /// - Throws: `SourceError` when two filters have one name, or the declaration of a family or a parameter is not
  ///   found.
  func filters() throws -> [ParsedFilter] {
    var lines: [String: String] = [:]
    return try calls.sorted { $0.name < $1.name }.map { call in
      if let first = lines[call.name] {
        throw SourceError(call.file, call.line, "\(call.name) is declared at \(first) already")
      }
      lines[call.name] = "\(call.file):\(call.line)"
      let isFamily = call.type != "Filter"
      guard let shared = isFamily ? families[call.type] : call.arguments else {
        throw SourceError(call.file, call.line, "no `struct \(call.type)` with a `Filter(name, …)` in it found")
      }
      let (scope, given) = isFamily ? (call.type, call.arguments) : (call.scope, CallArguments())
      let found = try shared.elements("parameters", in: scope, given: given, in: call.scope).map { path in
        guard let parameter = parameters[path] else {
          throw SourceError(
            call.file, call.line, "no `static let … = Parameter<…>(\"key\"…)` found for \(path) of \(call.name)")
        }
        return parameter
      }
      return ParsedFilter(
        path: "\(call.scope).\(call.variable)", name: call.name,
        summary: call.arguments.joinedText("summary") ?? shared.joinedText("summary") ?? "",
        family: isFamily ? call.type : nil,
        builtin: shared.builtin(of: call.name, given: given), factory: call.arguments.text("factory"),
        parameters: found,
        file: call.file.split(separator: "/").suffix(2).joined(separator: "/"),
        formulas: shared.elements("formulas", in: scope, given: given, in: call.scope))
    }
  }
}
