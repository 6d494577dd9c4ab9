import ImageGraph
import ImageSPIRV
import KernelLanguage
import KernelModules

/// A kernel as SPIR-V: what formulas of it are made of.
final class CompiledKernel: Sendable {
  let kernel: Kernel
  let code: FormulaCode
  let kinds: [Argument.Kind]
  /// For kernels of pixels at the same place.
  let color: ColorFormula?
  /// These stand for the formulas of all places.
  let warp: WarpFormula?
  let region: RegionFormula?

  /// One of a text.
  ///
  /// - Throws: `refused` where the words are no module of the kernel, or have what is not interpreted.
  convenience init(_ kernel: Kernel, words: [UInt32]) throws(KernelProblem) {
    let interpreter: KernelInterpreter
    do throws(RenderError) { interpreter = try kernel.interpreter(of: words) } catch { throw .refused("\(error)") }
    self.init(kernel, words: words, try kernel.facts(words)) { interpreter.machine() }
  }

  /// One that was compiled ahead. Its words are taken apart by who needs that, an engine or an interpreter: where an
  /// app brought a native stage along, nobody does.
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
      alphaParameter: facts.alphaParameter, mayNotEnd: facts.mayNotEnd, stage: stage,
      tellsOpenLoops: facts.tellsOpenLoops, machine: machine)
    var kinds: [Argument.Kind] = []
    for slot in kernel.slots where !slot.isPlace { kinds.append(slot.kind.argument) }
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
  /// True for what the place of a pixel decides: its colours, and the place itself.
  var isPlace: Bool {
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
