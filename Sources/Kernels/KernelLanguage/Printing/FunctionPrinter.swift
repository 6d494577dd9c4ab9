/// A printer of one specialisation of a function as GLSL.
struct FunctionPrinter {
  let unit: CheckedUnit
  let form: FunctionForm
  let needs: FormNeeds
  let analysis: FormAnalysis
  let options: PrintOptions
  /// Whether the pixels at the output position are parameters instead of reads.
  let readsAsPixels: Bool
  /// Whether all loops of a pixel share an iteration count.
  let sharesIterationCount: Bool

  /// The prelude functions, readers and other specialisations that the text calls.
  var prelude: Prelude
  var readers: Set<Reader> = []
  var callees: [FunctionForm] = []
  /// The ranges of the counters of enclosing loops.
  var ranges: [Int: ClosedRange<Int>] = [:]
  var text = ""
  var indent = 1
  var loops = 0
  /// The counters of enclosing loops; nil for counted loops, and for a switch.
  var counters: [String?] = []
  /// The number of named results.
  var results = 0
  /// The number of scalars that the text reads from data parameters.
  var loadedScalars = 0

  /// Whether the text exceeds its limit; printing then stops.
  var isTooLong: Bool { text.utf8.count >= Limits.printedBytes || loadedScalars > Limits.arrayElements }

  /// A function that reads an image or data in a form that GLSL does not have.
  enum Reader: Hashable, Comparable {
    case gather(Int, Int)
    case data(Int)
  }

  var function: Function { unit.functions[form.function] }

  func type(_ type: Type) -> String { type.glsl(unit.structures) }

  mutating func line(_ text: String) {
    self.text += String(repeating: "    ", count: indent) + text + "\n"
  }

  /// Returns the name of a variable. For a parameter that is written to, this is the name of its copy.
  func name(_ variable: Int) -> String { "v\(number(of: variable))_\(identifier(function.variables[variable].name))" }

  /// Opaque parameters are not counted, so that both languages, which pass them differently, print the same text.
  private func number(of variable: Int) -> Int {
    variable < function.parameterCount
      ? function.variables[..<variable].count { !$0.type.isOpaque }
      : variable - function.parameters.count { $0.type.isOpaque }
  }

  /// Returns the name of a parameter in the parameter list.
  func parameterName(_ variable: Int) -> String {
    function.variables[variable].isWritten && function.variables[variable].passing == .input
      ? "p\(number(of: variable))_\(identifier(function.variables[variable].name))" : name(variable)
  }

  /// Prints copies of the parameters that are written to, and the global constants that the body uses.
  mutating func printStart(_ parameters: some Sequence<Int>) {
    for number in usedConstants() {
      let constant = unit.constants[number]
      let value = separate(constant.value)
      let isConst = isPlain(constant.value) ? "const " : ""
      line("\(isConst)\(type(constant.value.type)) \(constantName(number)) = \(value);")
    }
    for index in parameters where parameterName(index) != name(index) {
      line("\(type(function.variables[index].type)) \(name(index)) = \(parameterName(index));")
    }
  }

  func constantName(_ number: Int) -> String { "c\(number)_\(identifier(unit.constants[number].name))" }

  /// Returns the used constants in source order, so that each follows those on which it depends.
  private func usedConstants() -> [Int] {
    var used: Set<Int> = []
    func note(_ value: Value) {
      value.visitAll { part in
        if case .constant(let number) = part.kind, used.insert(number).inserted { note(unit.constants[number].value) }
      }
    }
    function.body.visitValues(note)
    return used.sorted()
  }

  /// Returns whether GLSL accepts a value as a constant expression.
  private func isPlain(_ value: Value) -> Bool {
    switch value.kind {
    case .literal(.float(let number)): number.isFinite
    case .literal: true
    case .construct, .prefix, .infix: value.parts.allSatisfy(isPlain)
    default: false
    }
  }

  /// Prints a return of zero if control can pass the last statement.
  mutating func printEnd() {
    guard function.result != .void, !endsWithReturn(function.body) else { return }
    line("return \(zero(function.result));")
  }

  private func endsWithReturn(_ statements: [Statement]) -> Bool {
    switch statements.last?.kind {
    case .return: true
    case .block(let body): endsWithReturn(body)
    case .branch(_, let first, let second): endsWithReturn(first) && endsWithReturn(second)
    default: false
    }
  }

  func zero(_ type: Type) -> String {
    switch type {
    case .scalar(let scalar): ["false", "0", "0u", "0.0"][scalar.rawValue]
    case .vector(let scalar, _): "\(self.type(type))(\(zero(.scalar(scalar))))"
    case .matrix: "\(self.type(type))(0.0)"
    case .array(let element, let count):
      "\(self.type(type))(\(Array(repeating: zero(element), count: count).joined(separator: ", ")))"
    case .structure(let number):
      "\(self.type(type))(\(unit.structures[number].fields.map { zero($0.type) }.joined(separator: ", ")))"
    case .void, .sampler, .destination, .groupDestination, .data: ""
    }
  }
}
