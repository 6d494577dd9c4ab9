/// The declaration of an input in source.
struct ParsedParameter {
  let key: String
  let swiftType: String
  /// The case of `ParameterType`; nil for the default.
  let kind: String?
  /// Name and type of the typed property, if they differ from the derived ones.
  let property, typed: String?
  /// All arguments of its initialiser.
  let arguments: CallArguments
}

/// The declaration of a filter in source, merged with that of its family.
struct ParsedFilter {
  /// The qualified name, for example `GaussianBlur.filter`.
  let path: String
  let name: String
  /// A sentence about the filter's result.
  let summary: String
  /// Its type if that is a family, for example `BlendMode`.
  let family: String?
  /// The protocol of the typed class; nil if Core Image has none.
  let builtin: String?
  /// The name of the factory function, if it differs from the derived one.
  let factory: String?
  let parameters: [ParsedParameter]
  /// The path of the file: the folder of the category, and the name.
  let file: String
  /// The names of its formulas, for example `GaussianBlur.pass`.
  let formulas: [String]
}

/// An error in a filter's source file, in the format that Xcode and editors link to.
struct SourceError: Error, CustomStringConvertible {
  let description: String
  init(_ file: String, _ line: Int, _ text: String) { description = "\(file):\(line): error: \(text)" }
}

/// The filters that source files declare:
///
/// - `let NAME = Parameter<TYPE>("KEY", type: .KIND, …)` in a filter or a family: an input;
/// - `static var NAME: Self { Parameter("KEY", …) }` in `extension AnyParameter where Self == Parameter<TYPE>`: an
///   input that filters share; lists refer to it as `.NAME`;
/// - `Filter(name, …)` in `struct FAMILY`: the common declaration of a family;
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
  /// The documentation comments, by declaration.
  private(set) var comments = Comments()

  /// Reads a file.
  mutating func read(_ source: String, file: String) throws {
    comments.read(source)
    let positions = tokens(of: source)
    var scopes: [String?] = []
    var pending: String?
    var sharedType: String?
    var index = 0

    func token(_ offset: Int) -> SwiftToken? {
      index + offset < positions.count ? positions[index + offset].token : nil
    }
    func name(_ offset: Int) -> String? { if case .name(let name)? = token(offset) { name } else { nil } }
    func text(_ offset: Int) -> String? { if case .text(let text)? = token(offset) { text } else { nil } }

    while index < positions.count {
      switch positions[index].token {
      case .name("enum"), .name("struct"):
        pending = name(1) ?? pending
        sharedType = nil
      case .name("extension"):
        pending = name(1) ?? pending
        sharedType = name(1) == "AnyParameter" && name(6) == "Parameter" ? typeArgument(positions, at: index + 7) : nil
      case .sign("{"):
        scopes.append(pending)
        pending = nil
      case .sign("}"):
        _ = scopes.popLast()
      case .name("static") where name(1) == "var":
        if let type = sharedType, let variable = name(2), token(5) == .sign("{"), name(6) == "Parameter" {
          try readParameter(positions, at: index + 8, type: type, path: ".\(variable)", file: file)
        }
      case .name("let"):
        guard let scope = scopes.last(where: { $0 != nil }) ?? nil, let variable = name(1) else { break }
        if token(2) == .sign("="), name(3) == "Parameter", let type = typeArgument(positions, at: index + 4) {
          let key = positions[index...].firstIndex { $0.token == .sign("(") }.map { $0 + 1 } ?? positions.count
          try readParameter(positions, at: key, type: type, path: "\(scope).\(variable)", file: file)
        }
        guard index > 0, positions[index - 1].token == .name("static") else { break }
        let value = token(2) == .sign(":") ? 4 : 2
        if token(value) == .sign("="), let type = name(value + 1), token(value + 2) == .sign("(") {
          if let filter = text(value + 3), filter.hasPrefix("CI") {
            calls.append(
              Call(
                file: file, line: positions[index].line, scope: scope, variable: variable, type: type, name: filter,
                arguments: CallArguments(positions, from: index + value + 3)))
          } else if type == "Filter" {
            throw SourceError(
              file, positions[index].line,
              "the name of \(scope).\(variable) must be a string literal that starts with CI")
          }
        }
      case .name("Filter") where token(1) == .sign("(") && name(2) == "name":
        if let family = scopes.last(where: { $0 != nil }) ?? nil {
          families[family] = CallArguments(positions, from: index + 2)
        }
      default: break
      }
      index += 1
    }
  }

  /// Returns `TYPE` of `<TYPE>`; nil if there is no `<` at `start`.
  private func typeArgument(_ positions: [TokenPosition], at start: Int) -> String? {
    guard start < positions.count, positions[start].token == .sign("<") else { return nil }
    var depth = 0
    var type = ""
    for position in positions[start...] {
      if position.token == .sign("<") { depth += 1 }
      if position.token == .sign(">") { depth -= 1 }
      if depth == 0 { break }
      switch position.token {
      case .name(let word): type += word
      case .sign(let sign): type.append(sign)
      case .text: break
      }
    }
    return String(type.dropFirst())
  }

  private mutating func readParameter(
    _ positions: [TokenPosition], at start: Int, type: String, path: String, file: String
  ) throws {
    guard start < positions.count, case .text(let key) = positions[start].token else {
      throw SourceError(
        file, positions[min(start, positions.count - 1)].line, "the key of \(path) must be a string literal")
    }
    let arguments = CallArguments(positions, from: start)
    parameters[path] = ParsedParameter(
      key: key, swiftType: type, kind: arguments["type"]?.last?.word, property: arguments.text("property"),
      typed: arguments.text("typed"), arguments: arguments)
  }

  /// Returns all filters with their parameters, sorted by name.
  ///
  /// - Throws: `SourceError` if two filters have the same name, or the declaration of a family or a parameter is
  ///   missing.
  func filters() throws -> [ParsedFilter] {
    var lines: [String: String] = [:]
    return try calls.sorted { $0.name < $1.name }.map { call in
      if let first = lines[call.name] {
        throw SourceError(call.file, call.line, "\(call.name) is already declared at \(first)")
      }
      lines[call.name] = "\(call.file):\(call.line)"
      let isFamily = call.type != "Filter"
      guard let shared = isFamily ? families[call.type] : call.arguments else {
        throw SourceError(call.file, call.line, "no `struct \(call.type)` with a `Filter(name, …)` in it found")
      }
      let (scope, familyArguments) = isFamily ? (call.type, call.arguments) : (call.scope, CallArguments())
      let found = try shared.elements("parameters", in: scope, with: familyArguments, in: call.scope).map { path in
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
        builtin: shared.builtin(of: call.name, with: familyArguments), factory: call.arguments.text("factory"),
        parameters: found,
        file: call.file.split(separator: "/").suffix(2).joined(separator: "/"),
        formulas: shared.elements("formulas", in: scope, with: familyArguments, in: call.scope))
    }
  }
}
