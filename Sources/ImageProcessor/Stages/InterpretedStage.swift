import CStages
import ImageGraph
import Synchronization

/// Code of an app in a dispatch, as a stage: there is no native code of it, so an interpreter runs it, pixel batch by
/// pixel batch.
final class InterpretedStage: KernelStage {
  /// What a parameter of the function is taken from.
  enum Operand: Hashable, Sendable {
    /// So many planes.
    case planes(Int)
    /// So many numbers, the same for all pixels.
    case numbers(Int)
  }

  private let code: FormulaCode
  private let operands: [Operand]
  private let resultCount: Int
  /// Pixels that a reader gives at once.
  private let lanes: Int
  private let failure = Mutex<RenderError?>(nil)
  /// Machines that no thread uses at the moment.
  private let idle = Mutex<[Idle]>([])

  /// A machine is handed from thread to thread, one at a time.
  private struct Idle: @unchecked Sendable {
    let machine: any FormulaMachine
  }

  init(_ code: FormulaCode, _ operands: [Operand], resultCount: Int, lanes: Int) {
    (self.code, self.operands, self.resultCount, self.lanes) = (code, operands, resultCount, lanes)
  }

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
    if failure.withLock({ $0 != nil }) { return }
    let machine = idle.withLock { $0.popLast() }?.machine ?? code.machine()
    do throws(RenderError) {
      try compute(call, numbers, machine)
    } catch {
      failure.withLock { if $0 == nil { $0 = error } }
    }
    idle.withLock { $0.append(Idle(machine: machine)) }
  }

  private func compute(
    _ call: UnsafePointer<StageCall>, _ numbers: UnsafePointer<StageNumber>, _ machine: any FormulaMachine
  ) throws(RenderError) {
    let base = UnsafeRawPointer(call)
    let planes = (base + Self.inputs).assumingMemoryBound(to: UnsafePointer<Float>?.self)
    let results = (base + Self.outputs).assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
    var next = 0
    for (parameter, operand) in operands.enumerated() {
      guard case .numbers(let count) = operand else { continue }
      for component in 0..<count {
        let number = Float(bitPattern: UInt32(bitPattern: numbers[next + component].i))
        machine.argument(parameter, component: component).update(repeating: number)
      }
      next += count
    }
    let count = Int(call.pointee.count)
    for start in stride(from: 0, to: count, by: machine.capacity) {
      let pixels = min(machine.capacity, count - start)
      var plane = 0
      for (parameter, operand) in operands.enumerated() {
        guard case .planes(let width) = operand else { continue }
        for component in 0..<width {
          guard let from = planes[plane + component] else { continue }
          machine.argument(parameter, component: component).baseAddress?.update(from: from + start, count: pixels)
        }
        plane += width
      }
      try machine.compute(batch: pixels) { (reads: FormulaReads) throws(RenderError) in
        guard let readers = call.pointee.readers, let reader = readers[reads.input] else {
          return reads.colors.update(repeating: 0, count: 4 * reads.capacity)
        }
        read(reads, by: reader)
      }
      for component in 0..<resultCount {
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
