/// Prints one form of a function as GLSL.
struct FunctionPrinter {
  let unit: CheckedUnit
  let form: FunctionForm
  let needs: FormNeeds
  let analysis: FormAnalysis
  let options: PrintOptions
  /// The kernel's own pixels come as parameters, not by reads.
  let readsAsPixels: Bool
  /// All loops of a pixel count together.
  let sharesRounds: Bool

  /// Functions of the prelude, reads of images and other forms that the text calls.
  var prelude: Prelude
  var readers: Set<Reader> = []
  var callees: [FunctionForm] = []
  /// Ranges of counters of the loops that are being printed.
  var ranges: [Int: ClosedRange<Int>] = [:]
  var text = ""
  var indent = 1
  var loops = 0
  /// The counters of the loops around what is printed; nil for loops without, and for a switch.
  var counters: [String?] = []
  /// Values that are returned under a name.
  var results = 0
  /// Numbers of the app's bytes that the text reads.
  var loadedNumbers = 0

  /// Nothing is printed any more: the text is longer than it may be.
  var isTooLong: Bool { text.utf8.count >= Limits.printedBytes || loadedNumbers > Limits.arrayElements }

  /// A function that reads an image, or bytes, in a way that GLSL has no word for.
  enum Reader: Hashable, Comparable {
    case gather(Int, Int)
    case data(Int)
  }

  var function: Function { unit.functions[form.function] }

  func type(_ type: Type) -> String { type.glsl(unit.structures) }

  mutating func line(_ text: String) {
    self.text += String(repeating: "    ", count: indent) + text + "\n"
  }

  /// The name of a variable; parameters that are written to have a copy under it.
  func name(_ variable: Int) -> String { "v\(number(of: variable))_\(identifier(function.variables[variable].name))" }

  /// Images and places do not count, so that languages that hand them on differently print the same.
  private func number(of variable: Int) -> Int {
    variable < function.parameterCount
      ? function.variables[..<variable].count { !$0.type.isOpaque }
      : variable - function.parameters.count { $0.type.isOpaque }
  }

  /// The parameter as it arrives.
  func parameterName(_ variable: Int) -> String {
    function.variables[variable].isWritten && function.variables[variable].passing == .input
      ? "p\(number(of: variable))_\(identifier(function.variables[variable].name))" : name(variable)
  }

  /// Copies of parameters that are written to, and constants of the file that the body uses.
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

  /// In the order of the file, so that each follows those that it is made of.
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

  /// True for what GLSL takes as a constant expression.
  private func isPlain(_ value: Value) -> Bool {
    switch value.kind {
    case .literal(.float(let number)): number.isFinite
    case .literal: true
    case .construct, .prefix, .infix: value.parts.allSatisfy(isPlain)
    default: false
    }
  }

  /// What stands behind the last statement: a way that returns nothing returns zero.
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
