import KernelLanguage

/// A pass that limits loops in GLSL kernels, which are passed to the shader compiler unchanged. Each loop gets a
/// counter, and all loops of a pixel share another one, like the loops that `KernelPrinter` prints for the other
/// languages.
///
/// Each iteration is counted in a new block directly after the loop header. The shared counter is a variable of the
/// kernel; functions with loops, and their callers, get a pointer to it. A normal end of a loop sets its counter to -1.
/// After the loop, `Kernel.unfinishedFunction` is called with whether the counter is not -1.
struct BoundedLoops {
  private var module: RawModule
  private let loopLimit, pixelLimit: UInt32

  /// - Parameters:
  ///   - module: the output of the shader compiler.
  ///   - iterations: the limit of one loop.
  ///   - all: the limit of all loops of a pixel.
  static func applied(to module: RawModule, iterations: Int, all: Int) -> RawModule {
    guard module.instructions.contains(where: { $0.opcode == .loopMerge }) else { return module }
    var bounded = BoundedLoops(module: module, loopLimit: UInt32(iterations), pixelLimit: UInt32(all))
    bounded.apply()
    return bounded.module
  }

  private mutating func apply() {
    let functions = module.functions
    let counting = countingFunctions(functions)
    let (int, bool) = (module.type(.typeInt, [32, 1]), module.type(.typeBool, []))
    let pointer = module.type(.typePointer, [7, int])
    let constants = Dictionary(
      uniqueKeysWithValues: Set([0, 1, loopLimit, pixelLimit]).map { ($0, module.constant($0, of: int)) })
    var ids = Identifiers(
      int: int, bool: bool, pointer: pointer, ended: module.constant(.max, of: int),
      void: module.type(.typeVoid, []), report: module.newID(), constants: constants)
    let called = Set(functions.flatMap(\.callees))
    var rewritten: [RawInstruction] = []
    for function in functions {
      guard counting.contains(function.id) else {
        rewritten += function.instructions
        continue
      }
      let shared = module.newID()
      ids.shared[function.id] = shared
      rewritten += body(function, shared, isCalled: called.contains(function.id), counting, ids)
    }
    module.replaceFunctions(by: rewritten + reportFunction(ids))
    module.name(ids.report, Kernel.unfinishedFunction)
  }

  /// Returns the function to which open loops are reported; its body is empty.
  private mutating func reportFunction(_ ids: Identifiers) -> [RawInstruction] {
    let type = module.type(.typeFunction, [ids.void, ids.bool])
    return [
      RawInstruction(.function, [ids.void, ids.report, 0, type]),
      RawInstruction(.functionParameter, [ids.bool, module.newID()]),
      RawInstruction(.label, [module.newID()]), RawInstruction(.return, []), RawInstruction(.functionEnd, []),
    ]
  }

  private struct Identifiers {
    let int, bool, pointer: UInt32
    /// `ended` is -1; `report` is the function to which open loops are reported.
    let ended, void, report: UInt32
    let constants: [UInt32: UInt32]
    var shared: [UInt32: UInt32] = [:]
  }

  /// Returns the functions with loops and their direct and indirect callers.
  private func countingFunctions(_ functions: [RawModule.Function]) -> Set<UInt32> {
    var counting = Set(functions.filter { $0.instructions.contains { $0.opcode == .loopMerge } }.map(\.id))
    while true {
      let more = functions.filter { !counting.contains($0.id) && !counting.isDisjoint(with: $0.callees) }
      if more.isEmpty { return counting }
      counting.formUnion(more.map(\.id))
    }
  }

  private mutating func body(
    _ function: RawModule.Function, _ shared: UInt32, isCalled: Bool, _ counting: Set<UInt32>, _ ids: Identifiers
  ) -> [RawInstruction] {
    let loops = function.headers.mapValues { merge in
      BoundedLoop(counter: module.newID(), merge: merge)
    }
    let ends = Dictionary(uniqueKeysWithValues: loops.values.map { ($0.merge, $0) })
    var result: [RawInstruction] = []
    var label: UInt32 = 0
    var seen: Set<UInt32> = []
    // The loop whose merge block has just begun.
    var ended: BoundedLoop?
    for (index, instruction) in function.instructions.enumerated() {
      var instruction = instruction
      switch instruction.opcode {
      case .function where isCalled:
        instruction.words[4] = module.functionType(instruction.words[4], adding: ids.pointer)
      case .label:
        if seen.isEmpty, isCalled { result.append(RawInstruction(.functionParameter, [ids.pointer, shared])) }
        label = instruction.words[1]
        result.append(instruction)
        if seen.isEmpty { addVariables(loops, isCalled ? nil : shared, ids, &result) }
        seen.insert(label)
        ended = ends[label]
        continue
      case .functionCall where counting.contains(instruction.words[3]): instruction.append(shared)
      default: break
      }
      if let loop = ended, instruction.opcode != .phi {
        report(of: loop, ids, &result)
        ended = nil
      }
      // Before control enters a loop for the first time, or leaves it.
      let end = function.instructions[index...].first { $0.opcode != .selectionMerge && $0.opcode != .loopMerge }
      let startsEnd = instruction.opcode == .selectionMerge || instruction.opcode == .loopMerge || instruction.isJump
      let isAfterMerge = index > 0 && [.selectionMerge, .loopMerge].contains(function.instructions[index - 1].opcode)
      if startsEnd, !isAfterMerge, let end {
        for target in end.targets.sorted() {
          if let loop = loops[target], !seen.contains(target) {
            result.append(RawInstruction(.store, [loop.counter, ids.constants[0]!]))
          }
          if let loop = ends[target] { addEnd(of: loop, by: end, ids, &result) }
        }
      }
      guard instruction.opcode == .branch, let loop = loops[label] else {
        result.append(instruction)
        continue
      }
      addIteration(of: loop, to: instruction.words[1], shared, ids, &result)
    }
    return result
  }

  private struct BoundedLoop {
    let counter: UInt32
    /// The block after the loop.
    let merge: UInt32
  }

  /// - Parameter shared: the shared counter, if it is a variable of this function.
  private func addVariables(
    _ loops: [UInt32: BoundedLoop], _ shared: UInt32?, _ ids: Identifiers, _ result: inout [RawInstruction]
  ) {
    for loop in loops.values.sorted(by: { $0.counter < $1.counter }) {
      result.append(RawInstruction(.variable, [ids.pointer, loop.counter, 7]))
    }
    if let shared { result.append(RawInstruction(.variable, [ids.pointer, shared, 7, ids.constants[0]!])) }
  }

  /// Sets the counter to -1 if a jump leaves the loop.
  private mutating func addEnd(
    of loop: BoundedLoop, by jump: RawInstruction, _ ids: Identifiers, _ result: inout [RawInstruction]
  ) {
    guard jump.opcode == .branchConditional else {
      result.append(RawInstruction(.store, [loop.counter, ids.ended]))
      return
    }
    let (count, next) = (module.newID(), module.newID())
    let sides = jump.words[2] == loop.merge ? [ids.ended, count] : [count, ids.ended]
    result += [
      RawInstruction(.load, [ids.int, count, loop.counter]),
      RawInstruction(.select, [ids.int, next, jump.words[1]] + sides),
      RawInstruction(.store, [loop.counter, next]),
    ]
  }

  private mutating func report(of loop: BoundedLoop, _ ids: Identifiers, _ result: inout [RawInstruction]) {
    let (count, isOpen) = (module.newID(), module.newID())
    result += [
      RawInstruction(.load, [ids.int, count, loop.counter]),
      RawInstruction(.sGreaterThanEqual, [ids.bool, isOpen, count, ids.constants[0]!]),
      RawInstruction(.functionCall, [ids.void, module.newID(), ids.report, isOpen]),
    ]
  }

  /// Counts an iteration, and branches to a block if the limits are not reached.
  private mutating func addIteration(
    of loop: BoundedLoop, to target: UInt32, _ shared: UInt32, _ ids: Identifiers, _ result: inout [RawInstruction]
  ) {
    let count = module.newID()
    result += [RawInstruction(.branch, [count]), RawInstruction(.label, [count])]
    let one = isBelow(loop.counter, loopLimit, ids, &result)
    let all = isBelow(shared, pixelLimit, ids, &result)
    let both = module.newID()
    result += [
      RawInstruction(.logicalAnd, [ids.bool, both, one, all]),
      RawInstruction(.branchConditional, [both, target, loop.merge]),
    ]
  }

  /// Increments a counter. Returns the identifier of whether its previous value was less than a limit.
  private mutating func isBelow(
    _ counter: UInt32, _ limit: UInt32, _ ids: Identifiers, _ result: inout [RawInstruction]
  ) -> UInt32 {
    let (count, next, isBelow) = (module.newID(), module.newID(), module.newID())
    result += [
      RawInstruction(.load, [ids.int, count, counter]),
      RawInstruction(.iAdd, [ids.int, next, count, ids.constants[1]!]),
      RawInstruction(.store, [counter, next]),
      RawInstruction(.sLessThan, [ids.bool, isBelow, count, ids.constants[limit]!]),
    ]
    return isBelow
  }
}
