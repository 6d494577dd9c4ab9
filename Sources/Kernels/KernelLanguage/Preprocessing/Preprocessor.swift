/// A preprocessor: macros, conditions, and includes of files that the caller supplies.
struct Preprocessor {
  /// The state of an open `#if`, `#ifdef` or `#ifndef`.
  struct Condition {
    var location: SourceLocation
    var isActive: Bool
    /// Whether an earlier branch was taken, or the whole condition is in an inactive branch.
    var isDecided: Bool
    var hasElse = false
  }

  let reporter: Reporter
  let language: Language
  /// The files that `#include "name"` may include, by name; nil if there are none.
  let headers: [String: [UInt8]]?
  var macros: [String: Macro]
  var conditions: [Condition] = []
  var output: [Token] = []
  /// The stack of files that are being included.
  private var openFiles: [String] = []
  private var seenFiles: Set<String> = []
  /// The number of tokens expanded from macros, including those that were expanded again.
  var expanded = 0

  init(_ language: Language, stitchable: Bool, reporter: Reporter, headers: [String: [UInt8]]?) {
    (self.language, self.reporter, self.headers) = (language, reporter, headers)
    macros = Macro.predefined(language, stitchable: stitchable)
  }

  /// Returns the preprocessed tokens; the last is the end of the source.
  mutating func process(_ tokens: [Token]) throws(CompileFailure) -> [Token] {
    try run(tokens)
    if let open = conditions.last {
      reporter.error("this condition does not end", at: open.location, allowed: "#endif")
    }
    guard output.count <= Limits.tokens else {
      reporter.limit("words and operators", requested: output.count, allowed: Limits.tokens, at: tokens[0].location)
      throw CompileFailure()
    }
    if let end = tokens.last { output.append(end) }
    return output
  }

  private mutating func run(_ tokens: [Token]) throws(CompileFailure) {
    var index = 0
    while index < tokens.count, tokens[index].kind != .end {
      guard !reporter.isFull else { throw CompileFailure() }
      if Self.isDirective(tokens[index]) {
        let end = tokens[(index + 1)...].firstIndex { $0.startsLine } ?? tokens.count
        try directive(tokens[index].location, Array(tokens[(index + 1)..<end]))
        index = end
      } else {
        let end = tokens[index...].firstIndex { Self.isDirective($0) || $0.kind == .end } ?? tokens.count
        if conditions.last?.isActive ?? true {
          output += try expand(Array(tokens[index..<end]), hiding: [], depth: 0)
        }
        index = end
      }
    }
  }

  private static func isDirective(_ token: Token) -> Bool { token.startsLine && token.kind == .mark(.hash) }

  private mutating func directive(_ location: SourceLocation, _ words: [Token]) throws(CompileFailure) {
    guard let first = words.first else { return }
    guard case .word(let name) = first.kind else {
      return reporter.error("this directive has no name", at: location, allowed: Self.directives)
    }
    let arguments = Array(words.dropFirst())
    if try condition(name, arguments, first.location) { return }
    guard conditions.last?.isActive ?? true else { return }
    switch name {
    case "define": define(arguments, at: first.location)
    case "undef":
      if case .word(let macro)? = arguments.first?.kind { macros[macro] = nil }
    case "include", "import": try includeFile(arguments, at: first.location)
    case "error":
      reporter.error("#error \(arguments.map(\.text).joined(separator: " "))", at: first.location)
    case "pragma", "line", "version", "extension", "warning": break
    default: reporter.error("unknown directive #\(name)", at: first.location, allowed: Self.directives)
    }
  }

  private static let directives = "#define, #undef, #if, #ifdef, #ifndef, #elif, #else, #endif, #include, #pragma"

  private mutating func define(_ words: [Token], at location: SourceLocation) {
    guard let first = words.first, case .word(let name) = first.kind else {
      return reporter.error("#define needs a name", at: location, allowed: "#define NAME text")
    }
    var macro = Macro(parameters: nil, body: Array(words.dropFirst()), location: first.location)
    if let open = macro.body.first, open.kind == .mark(.leftParen), !open.follows {
      guard let close = macro.body.firstIndex(where: { $0.kind == .mark(.rightParen) }) else {
        return reporter.error("unterminated parameters of a macro", at: open.location, allowed: ")")
      }
      var parameters: [String] = []
      for (index, token) in macro.body[1..<close].enumerated() {
        switch token.kind {
        case .word(let word) where index % 2 == 0: parameters.append(word)
        case .mark(.comma) where index % 2 == 1: break
        default:
          return reporter.error(
            "'\(token.text)' cannot be a parameter of a macro", at: token.location, allowed: "names between commas")
        }
      }
      macro.parameters = parameters
      macro.body.removeSubrange(...close)
    }
    if let mark = macro.body.first(where: { $0.kind == .mark(.hash) }) {
      return reporter.error(
        "'#' in a macro creates a string, and the kernel languages have none", at: mark.location,
        allowed: "the argument without #, or ## to join two words")
    }
    if let join = [macro.body.first, macro.body.last].compactMap({ $0 }).first(where: { $0.kind == .mark(.paste) }) {
      return reporter.error("'##' has only one operand", at: join.location, allowed: "a ## b")
    }
    macros[name] = macro
  }

  private mutating func includeFile(_ words: [Token], at location: SourceLocation) throws(CompileFailure) {
    guard let first = words.first else {
      return reporter.error("#include needs a file", at: location, allowed: "<CoreImage/CoreImage.h> or \"name\"")
    }
    // The headers of Metal and Core Image are built in.
    guard case .string(let name) = first.kind else { return }
    let bytes = try bytes(of: name, at: first.location)
    guard !openFiles.contains(name) else {
      throw refusal(
        "\"\(name)\" includes itself" + (openFiles.last == name ? "" : ", by way of \"\(openFiles.last!)\""),
        at: first.location, allowed: "files that do not include each other")
    }
    // Files are included once, as with #pragma once.
    guard seenFiles.insert(name).inserted else { return }
    openFiles.append(name)
    guard reporter.files.count <= Limits.includes else {
      reporter.limit("included files", requested: reporter.files.count, allowed: Limits.includes, at: first.location)
      throw CompileFailure()
    }
    // The path of a file in the folder of the compiled file.
    let path = reporter.files[0].name
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var lexer = Lexer(bytes, file: reporter.add(SourceFile(name: folder + name, bytes: bytes)), reporter: reporter)
    try run(lexer.tokens())
    openFiles.removeLast()
  }

  private func bytes(of name: String, at location: SourceLocation) throws(CompileFailure) -> [UInt8] {
    guard let headers else {
      throw refusal(
        "cannot include \"\(name)\": source that is compiled at run time has no files", at: location,
        allowed: "#include <CoreImage/CoreImage.h>; or a file that is compiled ahead of time")
    }
    guard let bytes = headers[name] else {
      let known = headers.keys.sorted().prefix(8).joined(separator: ", ")
      throw refusal(
        name.contains("/") || name.contains("\\")
          ? "cannot include \"\(name)\": only files in the kernel's folder can be included, by their names"
          : "cannot include \"\(name)\": there is no such file in the kernel's folder",
        at: location, allowed: known.isEmpty ? "a file NAME.h in the same folder" : known)
    }
    return bytes
  }

  /// Reports an include error and returns the error to throw: without the file, the rest is not meaningful.
  private func refusal(_ message: String, at location: SourceLocation, allowed: String) -> CompileFailure {
    reporter.error(message, at: location, allowed: allowed)
    return CompileFailure()
  }
}
