/// Writes what a function computes as C, over vectors of pixels.
///
/// Each number of a value is one C variable: a vector, or a scalar where all pixels have the same. Functions are
/// written in place at each call, so that this is known exactly. Where control depends on what all pixels share there
/// is an `if` or a loop in C; elsewhere masks say which pixels a store concerns. What differs follows from the whole
/// function, so it is written again until nothing new is found.
final class StageEmitter {
  let module: ShaderModule
  let signature: StageSignature
  let form: StageForm

  private(set) var lines: [String] = []
  private(set) var planes: [Kind] = []
  private(set) var numbers: [Kind] = []
  /// One more than the highest n of the `readN` that are called.
  var readerCount = 0
  /// Of row forms: inputs whose columns depend on the row, or on what was read.
  var looseReaders: Set<Int> = []
  /// Of sums of stored pixels, what they are multiplied with in the end.
  var sumScale: String?
  /// True when a row form reads columns that are not side by side.
  var readsColumns = false
  /// Of row forms: values that depend on columns alone and that what was read is computed with, by name.
  private(set) var columnValues: Set<String> = []
  /// Operations on vectors of which columns alone are computed.
  private(set) var columnOperations = 0
  var findings = EmissionFacts()

  /// The pixels that what is written now concerns; nil: all.
  var mask: String?
  var loops: [StageLoop] = []
  /// Of the switches that are being written: the masks of pixels that come to each case.
  var choices: [[ShaderID: String]] = []
  /// Exponents that all pixels share, as the C text has them: each has a table by its place here.
  private(set) var exponents: [String] = []
  private(set) var scopes = [0]
  private var scopeCount = 1
  private var nameCount = 0
  private var frameCount = 0
  private var variableCount = 0
  private var callDepth = 0
  var loopCount = 0

  init(_ module: ShaderModule, _ signature: StageSignature, _ form: StageForm) {
    (self.module, self.signature, self.form) = (form.isStored ? module.ofStoredPixels : module, signature, form)
  }

  /// The mask to begin with where loops may not end: of the pixels that are made.
  static let madePixels = "made"

  /// Writes the function; gives its result.
  func emit() throws(StageError) -> [StageValue] {
    guard !form.isStored || module.choosesColors(signature.function) || module.addsColors(signature.function) else {
      throw StageError("\(signature.name) computes with what it reads")
    }
    for _ in 0..<64 {
      findings.startRound()
      (lines, planes, numbers, readerCount, looseReaders, loops, choices) = ([], [], [], 0, [], [], [])
      mask = signature.countsRounds ? Self.madePixels : nil
      (readsColumns, sumScale, columnValues, columnOperations, exponents) = (false, nil, [], 0, [])
      (scopes, scopeCount, nameCount, frameCount, variableCount, loopCount) = ([0], 1, 0, 0, 0, 0)
      let result = try call(signature.function, parameters().map(Binding.numbers))
      if findings.isSettled { return result }
    }
    throw StageError("\(signature.name): what differs between pixels cannot be told")
  }

  /// The values that the function is called with; those that it does not know come as planes and numbers.
  private func parameters() -> [[StageValue]] {
    zip(signature.function.parameters, signature.parameters).map { id, parameter in
      let kinds = module.kinds(of: module.typeOf[id]!)
      switch parameter {
      case .axis where form.axis != nil: return form.axis!.map(StageValue.float)
      case .point where form.isRow:
        return [
          StageValue(text: "x", kind: .float, isUniform: false, column: .init()),
          .uniform("call->y", .float, origin: .row),
        ]
      case .color where form == .opaque: return kinds.dropLast().map(plane) + [.float(1)]
      case .color, .point: return kinds.map(plane)
      case .argument, .axis: return kinds.map(number)
      }
    }
  }

  private func plane(_ kind: Kind) -> StageValue {
    planes.append(kind)
    return .varying("in\(planes.count - 1)", kind)
  }

  private func number(_ kind: Kind) -> StageValue {
    numbers.append(kind)
    return .uniform("u\(numbers.count - 1)", kind)
  }

  // MARK: Text

  func write(_ line: String) { lines.append(line) }

  func newName(_ prefix: String) -> String {
    nameCount += 1
    return prefix + String(nameCount)
  }

  /// Writes what stands in braces; what is stored there is known there only.
  func scoped(_ head: String, _ body: () throws(StageError) -> Void) throws(StageError) {
    write(head + " {")
    try known(in: body)
    write("}")
  }

  /// Writes something after which nothing is known that was stored in it.
  func known(in body: () throws(StageError) -> Void) throws(StageError) {
    scopes.append(scopeCount)
    scopeCount += 1
    try body()
    scopes.removeLast()
  }

  /// Names the value of an expression.
  func value(
    _ kind: Kind, isUniform: Bool, _ text: String, column: StageValue.Column? = nil, origin: StageValue.Origin
  ) -> StageValue {
    let name = newName("t")
    if !isUniform, origin.isEmpty { columnOperations += 1 }
    write("\(isUniform ? kind.scalarType : kind.vectorType) \(name) = \(text);")
    return StageValue(text: name, kind: kind, isUniform: isUniform, column: column, origin: origin)
  }

  /// An expression of values: of scalars where all of them are the same for all pixels, else of vectors.
  func operation(
    _ kind: Kind, _ operands: [StageValue], column: StageValue.Column? = nil, _ text: ([String]) -> String
  ) -> StageValue {
    let isUniform = operands.allSatisfy(\.isUniform)
    noteColumnValues(of: operands)
    return value(
      kind, isUniform: isUniform, text(operands.map { isUniform ? $0.text : $0.vector }), column: column,
      origin: operands.origin)
  }

  /// The name of the table for an exponent.
  func power(of exponent: String) -> String {
    let index = exponents.firstIndex(of: exponent) ?? exponents.count
    if index == exponents.count { exponents.append(exponent) }
    return "power\(index)"
  }

  /// Finds, of what is computed with, what depends on columns alone beside what does not.
  func noteColumnValues(of operands: [StageValue]) {
    guard !operands.origin.isEmpty else { return }
    for operand in operands where !operand.isUniform && operand.origin.isEmpty && operand.text.hasPrefix("t") {
      columnValues.insert(operand.text)
    }
  }

  // MARK: Calls

  /// Writes a function in place.
  func call(_ function: ShaderFunction, _ arguments: [Binding]) throws(StageError) -> [StageValue] {
    guard callDepth < 64 else { throw StageError("\(signature.name) calls itself") }
    callDepth += 1
    defer { callDepth -= 1 }
    frameCount += 1
    let kinds = module.kinds(of: function.resultType)
    let returns = function.blocks.count { if case .returned = $0.end { true } else { false } }
    let result = declare(kinds, isArray: false, mask: mask, isStoredOnce: returns == 1)
    let frame = EmitterFrame(function, frameCount, mask: mask, result: result, of: module)
    for (parameter, argument) in zip(function.parameters, arguments) { frame.bindings[parameter] = argument }
    for block in function.blocks {
      for phi in block.phis {
        let variable = declare(module.kinds(of: phi.type!), isArray: false, mask: mask, isStoredOnce: false)
        frame.bindings[phi.result!] = .pointer(Pointer(variable: variable, type: phi.type!))
        for index in stride(from: 0, to: phi.operands.count, by: 2) {
          frame.phiStores[phi.operands[index + 1], default: []].append((variable, phi.operands[index], phi.type!))
        }
      }
    }
    if findings.divergentCalls.contains(frame.number) {
      frame.live = newName("live")
      write("I \(frame.live!) = \(mask ?? "ALL");")
    }
    let outer = (loops, choices)
    (loops, choices) = ([], [])
    try sequence(frame, from: function.entry, to: nil)
    (loops, choices) = outer
    mask = frame.mask
    if frame.isLeft { write("\(frame.label): ;") }
    return kinds.isEmpty ? [] : load(Pointer(variable: result, type: function.resultType))
  }

  /// A variable, with room in C for what is read from it.
  func declare(_ kinds: [Kind], isArray: Bool, mask: String?, isStoredOnce: Bool) -> StageVariable {
    variableCount += 1
    let variable = StageVariable(variableCount, kinds, isArray: isArray, mask: mask, isStoredOnce: isStoredOnce)
    let indices = isArray ? 0..<1 : kinds.indices
    for index in indices where findings.read.contains(variable.component(index)) {
      let varies = findings.varying.contains(variable.component(index))
      let type = varies ? kinds[index].vectorType : kinds[index].scalarType
      // What an app's kernel reads before it has written it is zero.
      write(
        isArray
          ? "\(type) v\(variable.number)[\(kinds.count)]\(signature.isKernel ? " = {0}" : "");"
          : "\(type) \(name(variable, index)) = 0;")
    }
    return variable
  }

  func name(_ variable: StageVariable, _ index: Int) -> String { "v\(variable.number)_\(index)" }
}

extension Sequence<StageValue> {
  /// What all of them together depend on.
  var origin: StageValue.Origin { reduce(into: []) { $0.formUnion($1.origin) } }
}
