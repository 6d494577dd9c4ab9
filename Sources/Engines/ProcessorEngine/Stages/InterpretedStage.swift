import CStages
import ImageGraph
import Synchronization

/// A kernel of an app without native code, as a stage of a dispatch. An interpreter runs it for batches of pixels, with
/// native code for single instructions.
final class InterpretedStage: KernelStage {
  /// The source of a parameter of the function.
  enum Operand: Hashable, Sendable {
    /// A number of planes.
    case planes(Int)
    /// Three planes of a colour with an alpha of 1.
    case opaque
    /// A number of uniforms.
    case uniforms(Int)

    var planeCount: Int {
      switch self {
      case .planes(let count): count
      case .opaque: 3
      case .uniforms: 0
      }
    }
  }

  private let code: FormulaCode
  /// By plane and by uniform of a call: the parameter and its component.
  private let planes: [Slot]
  private let uniforms: [Slot]
  /// The parameters that are opaque colours.
  private let opaque: [Int]
  private let resultCount: Int
  /// The number of pixels that a reader reads at once.
  private let lanes: Int
  private let native: NativeLanes
  private let failure = Mutex<RenderError?>(nil)
  /// Whether there is a failure.
  private let hasFailed = Atomic(false)
  private let interpreters = ThreadInterpreters()

  /// A component of a parameter.
  private struct Slot {
    let parameter, component: Int
  }

  init(_ code: FormulaCode, _ operands: [Operand], resultCount: Int, _ stages: Stages) {
    (self.code, self.resultCount, lanes) = (code, resultCount, stages.lanes)
    native = stages.nativeLanes
    var (planes, uniforms): ([Slot], [Slot]) = ([], [])
    for (parameter, operand) in operands.enumerated() {
      planes += (0..<operand.planeCount).map { Slot(parameter: parameter, component: $0) }
      if case .uniforms(let count) = operand {
        uniforms += (0..<count).map { Slot(parameter: parameter, component: $0) }
      }
    }
    (self.planes, self.uniforms) = (planes, uniforms)
    opaque = operands.indices.filter { operands[$0] == .opaque }
    // If there is no interpreter for the code, the stage fails before anything is written.
    do throws(RenderError) { try interpreters.withInterpreter(of: code) { _ in } } catch { record(error) }
  }

  var mayFail: Bool { code.mayNotTerminate || hasFailed.load(ordering: .relaxed) }

  /// The first error; nil if there is none.
  var error: RenderError? { failure.withLock { $0 } }

  var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// The function of each interpreted step. It finds the stage by its address.
  static let function: StageCode.Function = { call in
    guard let call, let uniforms = call.pointee.uniforms else { return }
    let address = UInt64(UInt32(bitPattern: uniforms[0].i)) | UInt64(UInt32(bitPattern: uniforms[1].i)) << 32
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(address)) else { return }
    Unmanaged<InterpretedStage>.fromOpaque(pointer).takeUnretainedValue().run(call, uniforms + 2)
  }

  private func run(_ call: UnsafePointer<StageCall>, _ uniforms: UnsafePointer<StageUniform>) {
    // An atomic flag, so that threads need no lock to read it.
    if hasFailed.load(ordering: .relaxed) { return }
    do throws(RenderError) {
      try interpreters.withInterpreter(of: code) { interpreter throws(RenderError) in
        interpreter.native = native
        try compute(call, uniforms, interpreter)
      }
    } catch { record(error) }
  }

  private func record(_ error: RenderError) {
    failure.withLock { if $0 == nil { $0 = error } }
    hasFailed.store(true, ordering: .relaxed)
  }

  private func compute(
    _ call: UnsafePointer<StageCall>, _ uniforms: UnsafePointer<StageUniform>, _ interpreter: any FormulaMachine
  ) throws(RenderError) {
    let base = UnsafeRawPointer(call)
    let inputs = (base + Self.inputs).assumingMemoryBound(to: UnsafePointer<Float>?.self)
    let results = (base + Self.outputs).assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
    for parameter in opaque { interpreter.setArgument(parameter, component: 3, (1 as Float).bitPattern) }
    for (index, slot) in self.uniforms.enumerated() {
      interpreter.setArgument(slot.parameter, component: slot.component, UInt32(bitPattern: uniforms[index].i))
    }
    let count = Int(call.pointee.count)
    let capacity = interpreter.capacity
    for start in stride(from: 0, to: count, by: capacity) {
      let pixels = min(capacity, count - start)
      for (plane, slot) in planes.enumerated() {
        guard let from = inputs[plane] else { continue }
        interpreter.bind(from + start, pixels: pixels, to: slot.parameter, component: slot.component)
      }
      var copied = 0
      for component in 0..<resultCount {
        if let to = results[component], !interpreter.bind(to + start, toResult: component) { copied |= 1 << component }
      }
      try interpreter.compute(batch: pixels) { (reads: FormulaReads) throws(RenderError) in
        guard let readers = call.pointee.readers, let reader = readers[reads.input] else {
          return reads.colors.update(repeating: 0, count: 4 * reads.capacity)
        }
        read(reads, by: reader)
      }
      for component in 0..<resultCount where copied & 1 << component != 0 {
        guard let from = interpreter.result(component: component).baseAddress else { continue }
        results[component]?.advanced(by: start).update(from: from, count: pixels)
      }
    }
  }

  private static let inputs = MemoryLayout<StageCall>.offset(of: \StageCall.in)!
  private static let outputs = MemoryLayout<StageCall>.offset(of: \StageCall.out)!

  /// Reads pixels of an input, a vector at a time.
  private func read(_ reads: FormulaReads, by reader: UnsafePointer<StageReader>) {
    withUnsafeTemporaryAllocation(byteCount: 16 * lanes, alignment: 64) { memory in
      let colors = memory.bindMemory(to: Float.self).baseAddress!
      for start in stride(from: 0, to: reads.capacity, by: lanes) {
        let mask = reads.mask + start
        guard (0..<lanes).contains(where: { mask[$0] != 0 }) else { continue }
        reader.pointee.read(reader, mask, reads.x + start, reads.y + start, colors)
        for component in 0..<4 {
          (reads.colors + component * reads.capacity + start).update(from: colors + component * lanes, count: lanes)
        }
      }
    }
  }
}
