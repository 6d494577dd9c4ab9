/// An emitter of C from a SPIR-V function, over vectors of pixels.
///
/// Each component of a value is a C variable: a scalar if the component is uniform, otherwise a vector. Calls are
/// inlined, so uniformity is determined for each call. Uniform branches become an `if` or a loop in C; other branches
/// set masks for the stores. Uniformity depends on the whole function, so emission passes are repeated until they find
/// nothing new.
final class StageEmitter {
  let module: ShaderModule
  let signature: StageSignature
  let form: StageForm

  private(set) var lines: [String] = []
  private(set) var planes: [Kind] = []
  private(set) var uniforms: [Kind] = []
  /// The number of inputs: one more than the highest n of the `readN` that are called.
  var readerCount = 0
  /// In row forms: the inputs whose column depends on the row, or on sampled values.
  var looseReaders: Set<Int> = []
  /// The final factor of sums of stored pixels.
  var sumScale: String?
  /// Whether a row form reads columns that are not contiguous.
  var readsColumns = false
  /// In row forms: the names of values that depend only on the column and are combined with sampled values.
  private(set) var columnValues: Set<String> = []
  /// The number of vector operations that compute column-dependent values.
  private(set) var columnOperations = 0
  var findings = EmissionFacts()

  /// The mask of active pixels; nil: all.
  var mask: String?
  var loops: [StageLoop] = []
  /// The masks of the pixels in each case, for the enclosing switches.
  var choices: [[ShaderID: String]] = []
  /// The uniform exponents, as C expressions. Each has a table with its index.
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

  /// The initial mask of kernels with loops that may be endless: the output pixels.
  static let outputPixels = "active"

  /// Emits the function; returns its result.
  func emit() throws(StageError) -> [StageValue] {
    guard !form.isStored || module.choosesColors(signature.function) || module.addsColors(signature.function) else {
      throw StageError("\(signature.name) computes with the colours that it reads")
    }
    for _ in 0..<64 {
      findings.startPass()
      (lines, planes, uniforms, readerCount, looseReaders, loops, choices) = ([], [], [], 0, [], [], [])
      mask = signature.countsIterations ? Self.outputPixels : nil
      (readsColumns, sumScale, columnValues, columnOperations, exponents) = (false, nil, [], 0, [])
      (scopes, scopeCount, nameCount, frameCount, variableCount, loopCount) = ([0], 1, 0, 0, 0, 0)
      let result = try call(signature.function, parameters().map(Binding.components))
      if findings.isSettled { return result }
    }
    throw StageError("\(signature.name): the analysis of varying values does not converge")
  }

  /// Returns the arguments of the function. Those that the form does not fix are planes and uniforms.
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
      case .argument, .axis: return kinds.map(uniform)
      }
    }
  }

  private func plane(_ kind: Kind) -> StageValue {
    planes.append(kind)
    return .varying("in\(planes.count - 1)", kind)
  }

  private func uniform(_ kind: Kind) -> StageValue {
    uniforms.append(kind)
    return .uniform("u\(uniforms.count - 1)", kind)
  }

  // MARK: Text

  func write(_ line: String) { lines.append(line) }

  func newName(_ prefix: String) -> String {
    nameCount += 1
    return prefix + String(nameCount)
  }

  /// Emits a block in braces; values that are stored in it are valid only inside it.
  func scoped(_ head: String, _ body: () throws(StageError) -> Void) throws(StageError) {
    write(head + " {")
    try withValueScope(body)
    write("}")
  }

  /// Calls `body`; values that are stored in it are not valid after it.
  func withValueScope(_ body: () throws(StageError) -> Void) throws(StageError) {
    scopes.append(scopeCount)
    scopeCount += 1
    try body()
    scopes.removeLast()
  }

  /// Emits the declaration of a named value.
  func value(
    _ kind: Kind, isUniform: Bool, _ text: String, column: StageValue.Column? = nil, origin: StageValue.Origin
  ) -> StageValue {
    let name = newName("t")
    if !isUniform, origin.isEmpty { columnOperations += 1 }
    write("\(isUniform ? kind.scalarType : kind.vectorType) \(name) = \(text);")
    return StageValue(text: name, kind: kind, isUniform: isUniform, column: column, origin: origin)
  }

  /// Emits an operation: on scalars if all operands are uniform, otherwise on vectors.
  func operation(
    _ kind: Kind, _ operands: [StageValue], column: StageValue.Column? = nil, _ text: ([String]) -> String
  ) -> StageValue {
    let isUniform = operands.allSatisfy(\.isUniform)
    noteColumnValues(of: operands)
    return value(
      kind, isUniform: isUniform, text(operands.map { isUniform ? $0.text : $0.vector }), column: column,
      origin: operands.origin)
  }

  /// Returns the name of the table for an exponent.
  func power(of exponent: String) -> String {
    let index = exponents.firstIndex(of: exponent) ?? exponents.count
    if index == exponents.count { exponents.append(exponent) }
    return "power\(index)"
  }

  /// Records the operands that depend only on the column, if other operands do not.
  func noteColumnValues(of operands: [StageValue]) {
    guard !operands.origin.isEmpty else { return }
    for operand in operands where !operand.isUniform && operand.origin.isEmpty && operand.text.hasPrefix("t") {
      columnValues.insert(operand.text)
    }
  }

  // MARK: Calls

  /// Emits an inlined call of a function.
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

  /// Declares a variable; emits C declarations for the components that are loaded.
  func declare(_ kinds: [Kind], isArray: Bool, mask: String?, isStoredOnce: Bool) -> StageVariable {
    variableCount += 1
    let variable = StageVariable(variableCount, kinds, isArray: isArray, mask: mask, isStoredOnce: isStoredOnce)
    let indices = isArray ? 0..<1 : kinds.indices
    for index in indices where findings.read.contains(variable.component(index)) {
      let varies = findings.varying.contains(variable.component(index))
      let type = varies ? kinds[index].vectorType : kinds[index].scalarType
      // Variables of an app's kernel that are read before they are written are zero.
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
  /// The union of the dependencies.
  var origin: StageValue.Origin { reduce(into: []) { $0.formUnion($1.origin) } }
}
