import ImageGraph
import ImageSPIRV
import KernelBinaries
import KernelLanguage

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

  /// - Throws: `refused` where the words are no module of the kernel, or have what is not interpreted.
  ///
  /// - Parameter stage: what its native stage is found by, where one may be linked.
  init(_ kernel: Kernel, words: [UInt32], stage: String? = nil) throws(KernelProblem) {
    self.kernel = kernel
    do throws(RenderError) {
      let library = try ShaderLibrary([(name: kernel.name, words: words)])
      let interpreter = try KernelInterpreter(library, function: kernel.mangledName, name: kernel.name)
      guard
        interpreter.parameterCounts == kernel.slots.map(\.kind.count),
        interpreter.resultCount == (kernel.form == .warp ? 2 : 4)
      else { throw .invalidArgument("kernel \(kernel.name): the module has a function of another kind") }
      code = FormulaCode(
        kernel.mangledName, words: words, name: kernel.name, resultCount: interpreter.resultCount,
        alphaParameter: interpreter.alphaParameter, mayNotEnd: !interpreter.isStraight, stage: stage,
        tellsOpenLoops: library.contains(FormulaCode.openLoopsFunction)
      ) { interpreter.machine() }
    } catch { throw .refused("\(error)") }
    var kinds: [Argument.Kind] = []
    for slot in kernel.slots where !slot.isPlace { kinds.append(slot.kind.argument) }
    self.kinds = kinds
    switch kernel.form {
    case .color(let inputs):
      color = ColorFormula(
        kernel: kernel.name, inputs: inputs, position: kernel.slots.contains(.position), kinds: kinds,
        keepsAlpha: inputs > 0 && code.alphaParameter == 0, code: code)
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
