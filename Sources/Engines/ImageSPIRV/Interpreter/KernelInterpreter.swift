import ImageGraph

/// An interpreter of a library function on the CPU, for batches of pixels, in float.
///
/// It runs app kernels in the reference engine, and is a third implementation of built-in formulas in addition to the
/// Swift twins and the device. Loops are bounded by `InterpreterLimits`; exceeding a limit is an error with the
/// kernel's name.
package struct KernelInterpreter: Sendable {
  package let name: String
  private let code: LaneCode
  /// The number of components of each parameter.
  package let parameterCounts: [Int]
  package let resultCount: Int
  /// Whether the code has no branches, so that all pixels execute the same instructions.
  package var isStraight: Bool { code.isStraight }

  /// - Parameter name: the name of the function in errors; by default its own name.
  /// - Throws: if there is not exactly one such function, or it has unsupported instructions.
  package init(_ library: ShaderLibrary, function mangledName: String, name: String? = nil) throws(RenderError) {
    self.name = name ?? String(mangledName.prefix { $0 != "(" })
    var decoder = LaneDecoder(library)
    _ = try decoder.function(library.index(of: mangledName))
    var code = BranchFreeCode.simplified(decoder.code)
    code.steps = code.ranges.map { $0.map(\.step) }
    self.code = code
    let function = code.functions[code.functions.count - 1]
    parameterCounts = function.parameters.map(\.count)
    resultCount = function.results.count
  }

  /// The number of instructions, and the bytes of a machine's registers.
  package var size: (instructions: Int, bytes: Int) {
    (code.ranges.reduce(0) { $0 + $1.count }, code.registerCount * code.laneCount * 4)
  }

  /// Returns a machine that runs the function; each thread requires its own.
  package func machine() -> LaneMachine { LaneMachine(code, name: name) }
}

extension LaneMachine {
  /// Returns the lanes of a component of a parameter, to be written before a run.
  package func argument(_ parameter: Int, component: Int = 0) -> UnsafeMutableBufferPointer<Float> {
    let register = register(parameter, component)
    unbind(register)
    return UnsafeMutableBufferPointer(start: lanes(register), count: laneCount)
  }

  package func bind(_ plane: UnsafePointer<Float>, pixels: Int, to parameter: Int, component: Int) {
    let register = register(parameter, component)
    precondition((0...laneCount).contains(pixels), "a batch has \(laneCount) pixels")
    if !bind(parameter: register, to: plane) { lanes(register).update(from: plane, count: pixels) }
  }

  package func bind(_ plane: UnsafeMutablePointer<Float>, toResult component: Int) -> Bool {
    let isBorrowed = bind(result: results[component], to: plane)
    if isBorrowed { borrowedResults |= 1 << UInt32(component) }
    return isBorrowed
  }

  private func register(_ parameter: Int, _ component: Int) -> Int {
    let range = parameters[parameter]
    precondition(component < range.count, "parameter \(parameter) has \(range.count) components")
    return range.register + component
  }

  /// Returns the lanes of a component of the result; valid until the next run.
  package func result(component: Int) -> UnsafeBufferPointer<Float> {
    precondition(component < results.count, "\(name) returns \(results.count) components")
    return UnsafeBufferPointer(start: lanes(results[component]), count: laneCount)
  }

  /// Sets a parameter to the same components for all pixels; integers by their bits.
  package func setArgument(_ parameter: Int, _ words: [UInt32]) {
    for (component, word) in words.enumerated() { setArgument(parameter, component: component, word) }
  }

  package func setArgument(_ parameter: Int, component: Int, _ word: UInt32) {
    fill(register(parameter, component), with: word)
  }

  package func compute(batch pixels: Int, read: Read) throws(RenderError) {
    precondition((0...laneCount).contains(pixels), "a batch has \(laneCount) pixels")
    defer {
      for component in results.indices where borrowedResults & 1 << UInt32(component) != 0 {
        unbind(results[component])
      }
      borrowedResults = 0
    }
    try run(count: pixels, read)
  }
}

extension LaneMachine: FormulaMachine {
  package var capacity: Int { laneCount }
}
