import CStages
import ImageGraph
import Synchronization

/// Code of an app in a dispatch, as a stage: there is no native code of it, so an interpreter runs it, pixel batch by
/// pixel batch, with native code for its instructions.
final class InterpretedStage: KernelStage {
  /// What a parameter of the function is taken from.
  enum Operand: Hashable, Sendable {
    /// So many planes.
    case planes(Int)
    /// Three planes of a colour whose alpha is 1.
    case opaque
    /// So many numbers, the same for all pixels.
    case numbers(Int)

    var planeCount: Int {
      switch self {
      case .planes(let count): count
      case .opaque: 3
      case .numbers: 0
      }
    }
  }

  private let code: FormulaCode
  /// By plane and by number of a call: which number of which parameter.
  private let planes: [Slot]
  private let numbers: [Slot]
  /// Parameters that are opaque colours.
  private let opaque: [Int]
  private let resultCount: Int
  /// Pixels that a reader gives at once.
  private let lanes: Int
  private let native: NativeLanes
  private let failure = Mutex<RenderError?>(nil)
  /// True once there is a failure.
  private let hasFailed = Atomic(false)
  private let machines = ThreadInterpreters()

  /// One number of a parameter.
  private struct Slot {
    let parameter, component: Int
  }

  init(_ code: FormulaCode, _ operands: [Operand], resultCount: Int, _ stages: Stages) {
    (self.code, self.resultCount, lanes) = (code, resultCount, stages.lanes)
    native = stages.nativeLanes
    var (planes, numbers): ([Slot], [Slot]) = ([], [])
    for (parameter, operand) in operands.enumerated() {
      planes += (0..<operand.planeCount).map { Slot(parameter: parameter, component: $0) }
      if case .numbers(let count) = operand {
        numbers += (0..<count).map { Slot(parameter: parameter, component: $0) }
      }
    }
    (self.planes, self.numbers) = (planes, numbers)
    opaque = operands.indices.filter { operands[$0] == .opaque }
    // Code that there is no machine of fails before anything is written.
    do throws(RenderError) { try machines.withMachine(of: code) { _ in } } catch { note(error) }
  }

  var mayFail: Bool { code.mayNotEnd || hasFailed.load(ordering: .relaxed) }

  /// What went wrong first; nil where nothing did.
  var error: RenderError? { failure.withLock { $0 } }

  var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// The function of every such step: finds the stage by its address.
  static let function: StageCode.Function = { call in
    guard let call, let numbers = call.pointee.numbers else { return }
    let address = UInt64(UInt32(bitPattern: numbers[0].i)) | UInt64(UInt32(bitPattern: numbers[1].i)) << 32
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(address)) else { return }
    Unmanaged<InterpretedStage>.fromOpaque(pointer).takeUnretainedValue().run(call, numbers + 2)
  }

  private func run(_ call: UnsafePointer<StageCall>, _ numbers: UnsafePointer<StageNumber>) {
    // Threads that only read it do not wait for each other.
    if hasFailed.load(ordering: .relaxed) { return }
    do throws(RenderError) {
      try machines.withMachine(of: code) { machine throws(RenderError) in
        machine.native = native
        try compute(call, numbers, machine)
      }
    } catch { note(error) }
  }

  private func note(_ error: RenderError) {
    failure.withLock { if $0 == nil { $0 = error } }
    hasFailed.store(true, ordering: .relaxed)
  }

  private func compute(
    _ call: UnsafePointer<StageCall>, _ numbers: UnsafePointer<StageNumber>, _ machine: any FormulaMachine
  ) throws(RenderError) {
    let base = UnsafeRawPointer(call)
    let inputs = (base + Self.inputs).assumingMemoryBound(to: UnsafePointer<Float>?.self)
    let results = (base + Self.outputs).assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
    for parameter in opaque { machine.setArgument(parameter, component: 3, (1 as Float).bitPattern) }
    for (index, slot) in self.numbers.enumerated() {
      machine.setArgument(slot.parameter, component: slot.component, UInt32(bitPattern: numbers[index].i))
    }
    let count = Int(call.pointee.count)
    let capacity = machine.capacity
    for start in stride(from: 0, to: count, by: capacity) {
      let pixels = min(capacity, count - start)
      for (plane, slot) in planes.enumerated() {
        guard let from = inputs[plane] else { continue }
        machine.lend(from + start, pixels: pixels, to: slot.parameter, component: slot.component)
      }
      var wanted = 0
      for component in 0..<resultCount {
        if let to = results[component], !machine.lend(to + start, toResult: component) { wanted |= 1 << component }
      }
      try machine.compute(batch: pixels) { (reads: FormulaReads) throws(RenderError) in
        guard let readers = call.pointee.readers, let reader = readers[reads.input] else {
          return reads.colors.update(repeating: 0, count: 4 * reads.capacity)
        }
        read(reads, by: reader)
      }
      for component in 0..<resultCount where wanted & 1 << component != 0 {
        guard let from = machine.result(component: component).baseAddress else { continue }
        results[component]?.advanced(by: start).update(from: from, count: pixels)
      }
    }
  }

  private static let inputs = MemoryLayout<StageCall>.offset(of: \StageCall.in)!
  private static let outputs = MemoryLayout<StageCall>.offset(of: \StageCall.out)!

  /// A reader gives a vector of pixels at once.
  private func read(_ reads: FormulaReads, by reader: UnsafePointer<StageReader>) {
    withUnsafeTemporaryAllocation(byteCount: 16 * lanes, alignment: 64) { room in
      let colors = room.bindMemory(to: Float.self).baseAddress!
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
