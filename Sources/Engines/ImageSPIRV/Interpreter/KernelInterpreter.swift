import ImageGraph

/// A function of a library, ready to be run on the processor, over batches of pixels, in float.
///
/// It is what a kernel of an app means to the reference, and a third witness of built-in formulas beside their Swift
/// twins and the device. Loops are bounded by `InterpreterLimits`; passing a bound is an error with the kernel's name.
package struct KernelInterpreter: Sendable {
  package let name: String
  private let code: LaneCode
  /// How many numbers each parameter has.
  package let parameterCounts: [Int]
  package let resultCount: Int
  /// True for code without branches, which ends after as many instructions for all pixels.
  package var isStraight: Bool { code.isStraight }

  /// - Parameter name: what errors call the function; its own name by itself.
  /// - Throws: where there is no such function, or more than one, or it has instructions that are not interpreted.
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

  /// Instructions, and bytes of registers of a machine.
  package var size: (instructions: Int, bytes: Int) {
    (code.ranges.reduce(0) { $0 + $1.count }, code.registerCount * code.laneCount * 4)
  }

  /// What runs the function; each thread needs one of its own.
  package func machine() -> LaneMachine { LaneMachine(code, name: name) }
}

extension LaneMachine {
  /// The lanes of one number of a parameter, to be written before a run.
  package func argument(_ parameter: Int, component: Int = 0) -> UnsafeMutableBufferPointer<Float> {
    let register = register(parameter, component)
    takeBack(register)
    return UnsafeMutableBufferPointer(start: lanes(register), count: laneCount)
  }

  package func lend(_ plane: UnsafePointer<Float>, pixels: Int, to parameter: Int, component: Int) {
    let register = register(parameter, component)
    precondition((0...laneCount).contains(pixels), "a batch has \(laneCount) pixels")
    if !lay(parameter: register, in: plane) { lanes(register).update(from: plane, count: pixels) }
  }

  package func lend(_ plane: UnsafeMutablePointer<Float>, toResult component: Int) -> Bool {
    let isLent = lay(result: results[component], in: plane)
    if isLent { lentResults |= 1 << UInt32(component) }
    return isLent
  }

  private func register(_ parameter: Int, _ component: Int) -> Int {
    let place = parameters[parameter]
    precondition(component < place.count, "parameter \(parameter) has \(place.count) numbers")
    return place.register + component
  }

  /// The lanes of one number of the result, until the next run.
  package func result(component: Int) -> UnsafeBufferPointer<Float> {
    precondition(component < results.count, "\(name) gives \(results.count) numbers")
    return UnsafeBufferPointer(start: lanes(results[component]), count: laneCount)
  }

  /// Sets a parameter to the same numbers for all pixels; integers by their bits.
  package func setArgument(_ parameter: Int, _ words: [UInt32]) {
    for (component, word) in words.enumerated() { setArgument(parameter, component: component, word) }
  }

  package func setArgument(_ parameter: Int, component: Int, _ word: UInt32) {
    fill(register(parameter, component), with: word)
  }

  package func compute(batch pixels: Int, read: Read) throws(RenderError) {
    precondition((0...laneCount).contains(pixels), "a batch has \(laneCount) pixels")
    defer {
      for component in results.indices where lentResults & 1 << UInt32(component) != 0 { takeBack(results[component]) }
      lentResults = 0
    }
    try run(count: pixels, read)
  }
}

extension LaneMachine: FormulaMachine {
  package var capacity: Int { laneCount }
}
