/// A reader of the function declarations of GLSL source. It does not parse the bodies.
struct ShaderFunctionReader {
  struct Parameter {
    var name: String
    var type: Kernel.Slot.Kind

    var description: Kernel.Parameter {
      let type: Kernel.Parameter.ParameterType =
        switch self.type {
        case .float: .floats(1)
        case .vec2: .floats(2)
        case .vec3: .floats(3)
        case .vec4: .floats(4)
        case .int: .ints(1)
        }
      return Kernel.Parameter(name: name, type: type, spelling: self.type.rawValue)
    }
  }

  struct Function {
    var result: String
    var name: String
    /// Nil if the parameters are not those of a formula: not all are `const`, or they have other types.
    var parameters: [Parameter]?
    /// All words in the body.
    var words: Set<String>
    var location: SourceLocation

    /// Returns whether no function of another name calls this one. A function may call its own overloads.
    func isCalledOnlyByOverloads(_ functions: [Function]) -> Bool {
      functions.allSatisfy { $0.name == name || !$0.words.contains(name) }
    }
  }

  let tokens: [Token]
  private var index = 0

  init(tokens: [Token]) { self.tokens = tokens }

  private func word(_ offset: Int = 0) -> String? {
    guard index + offset < tokens.count, case .word(let word) = tokens[index + offset].kind else { return nil }
    return word
  }

  private func isMark(_ mark: Punctuator, _ offset: Int = 0) -> Bool {
    index + offset < tokens.count && tokens[index + offset].kind == .mark(mark)
  }

  /// Returns the functions of the source.
  func functions() -> [Function] {
    var reader = self
    var functions: [Function] = []
    while reader.index < reader.tokens.count {
      if reader.isMark(.hash), reader.tokens[reader.index].startsLine {
        reader.skipLine()
      } else if reader.word() != nil, let name = reader.word(1), reader.isMark(.leftParen, 2) {
        if let function = reader.function(named: name) { functions.append(function) }
      } else if let name = reader.word(), reader.isMark(.leftParen, 1) {
        // A macro call that defines a function: its first argument is the name, the others are the callees.
        let location = reader.tokens[reader.index].location
        reader.index += 1
        let words = reader.bracketed(.leftParen, .rightParen)
        functions.append(
          Function(
            result: name, name: words.first ?? "", parameters: nil, words: Set(words.dropFirst()), location: location))
      } else if reader.isMark(.leftBrace) {
        _ = reader.bracketed(.leftBrace, .rightBrace)
      } else {
        reader.index += 1
      }
    }
    return functions
  }

  private mutating func skipLine() {
    repeat { index += 1 } while index < tokens.count && !tokens[index].startsLine
  }

  /// Reads `result name(parameters) { … }`; returns nil for a prototype.
  private mutating func function(named name: String) -> Function? {
    let (result, location) = (word()!, tokens[index + 1].location)
    index += 2
    let parameters = self.parameters()
    guard isMark(.leftBrace) else { return nil }
    let words = Set(bracketed(.leftBrace, .rightBrace))
    return Function(result: result, name: name, parameters: parameters, words: words, location: location)
  }

  private mutating func parameters() -> [Parameter]? {
    var (list, isFormula): ([Parameter], Bool) = ([], true)
    index += 1
    while index < tokens.count, !isMark(.rightParen) {
      if word() == "const", let type = word(1).flatMap(Kernel.Slot.Kind.init), let name = word(2),
        isMark(.comma, 3) || isMark(.rightParen, 3)
      {
        list.append(Parameter(name: name, type: type))
        index += 3
      } else if isMark(.comma) {
        index += 1
      } else {
        isFormula = false
        index += 1
      }
    }
    index += 1
    return isFormula ? list : nil
  }

  /// Returns the words up to the bracket that closes the current one.
  private mutating func bracketed(_ open: Punctuator, _ close: Punctuator) -> [String] {
    var (level, words): (Int, [String]) = (0, [])
    while index < tokens.count {
      if isMark(open) { level += 1 }
      if isMark(close) { level -= 1 }
      if let word = word() { words.append(word) }
      index += 1
      if level == 0 { break }
    }
    return words
  }
}
