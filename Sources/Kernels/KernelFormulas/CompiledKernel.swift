import ImageGraph
import ImageSPIRV
import KernelLanguage
import KernelModules

/// A kernel as SPIR-V, with its formula.
final class CompiledKernel: Sendable {
  let kernel: Kernel
  let code: FormulaCode
  let kinds: [Argument.Kind]
  /// The formula of a kernel that reads only pixels at its own position.
  let color: ColorFormula?
  /// The templates of the formulas for all extents and regions.
  let warp: WarpFormula?
  let region: RegionFormula?

  /// Creates a kernel that was compiled at run time.
  ///
  /// - Throws: `refused` if the words are not a module of the kernel, or have unsupported instructions.
  convenience init(_ kernel: Kernel, words: [UInt32]) throws(KernelProblem) {
    let interpreter: KernelInterpreter
    do throws(RenderError) { interpreter = try kernel.interpreter(of: words) } catch { throw .refused("\(error)") }
    self.init(kernel, words: words, try kernel.facts(words)) { interpreter.machine() }
  }

  /// Creates a kernel that was compiled ahead of time. An engine or interpreter parses its words on first use; if the
  /// app includes a native stage of the kernel, they are never parsed.
  convenience init(_ record: KernelLibrary.Record) {
    let interpreter = LazyInterpreter(of: record)
    self.init(record.kernel, words: record.words, record.facts, stage: record.stage) { () throws(RenderError) in
      try interpreter.get().machine()
    }
  }

  private init(
    _ kernel: Kernel, words: [UInt32], _ facts: CodeFacts, stage: String? = nil,
    machine: @escaping @Sendable () throws(RenderError) -> any FormulaMachine
  ) {
    self.kernel = kernel
    code = FormulaCode(
      kernel.mangledName, words: words, name: kernel.name, resultCount: kernel.resultCount,
      alphaParameter: facts.alphaParameter, mayNotTerminate: facts.mayNotTerminate, stage: stage,
      reportsOpenLoops: facts.reportsOpenLoops, machine: machine)
    var kinds: [Argument.Kind] = []
    for slot in kernel.slots where !slot.isPerPixel { kinds.append(slot.kind.argument) }
    self.kinds = kinds
    switch kernel.form {
    case .color(let inputs):
      color = ColorFormula(
        kernel: kernel.name, inputs: inputs, position: kernel.slots.contains(.position), kinds: kinds,
        keepsAlpha: inputs > 0 && facts.alphaParameter == 0, code: code)
      (warp, region) = (nil, nil)
    case .warp:
      warp = WarpFormula(kernel: kernel.name, kinds: kinds, code: code, region: { $0 }, extent: .infinite)
      (color, region) = (nil, nil)
    case .region(let inputs):
      region = RegionFormula(
        kernel: kernel.name, inputs: inputs, kinds: kinds, code: code, taps: { _ in 1 },
        region: { _, output in output }, extent: .infinite)
      (color, warp) = (nil, nil)
    }
  }
}

extension Kernel.Slot {
  /// Whether the value differs between pixels: input pixels and the position.
  var isPerPixel: Bool {
    switch self {
    case .pixel, .position: true
    case .argument, .extent, .transformX, .transformY, .blockOrigin, .elementCount: false
    }
  }
}

extension Kernel.Slot.Kind {
  var argument: Argument.Kind {
    switch self {
    case .float: .float
    case .vec2: .float2
    case .vec3: .float3
    case .vec4: .float4
    case .int: .int
    }
  }
}
