import KernelLanguage

/// Loops that end: of texts in GLSL, which go to the shader compiler as they are. Each loop gets a counter, and all of
/// a pixel's share another one, as the translator prints them for the other languages.
///
/// A round is counted in a block of its own right behind a loop's header. The shared counter is a variable of the
/// kernel, which functions with loops, and those that call such, get a pointer to. Where a loop ends by itself its
/// counter becomes -1; behind the loop a function is told whether it is not, as the translator has it.
struct BoundedLoops {
  private var module: RawModule
  private let roundLimit, pixelLimit: UInt32

  /// - Parameters:
  ///   - module: what the shader compiler made a moment ago.
  ///   - rounds: of one loop.
  ///   - all: of all loops of a pixel.
  static func applied(to module: RawModule, rounds: Int, all: Int) -> RawModule {
    guard module.instructions.contains(where: { $0.opcode == .loopMerge }) else { return module }
    var bounded = BoundedLoops(module: module, roundLimit: UInt32(rounds), pixelLimit: UInt32(all))
    bounded.apply()
    return bounded.module
  }

  private mutating func apply() {
    let functions = module.functions
    let counting = countingFunctions(functions)
    let (int, bool) = (module.type(.typeInt, [32, 1]), module.type(.typeBool, []))
    let pointer = module.type(.typePointer, [7, int])
    let constants = Dictionary(
      uniqueKeysWithValues: Set([0, 1, roundLimit, pixelLimit]).map { ($0, module.constant($0, of: int)) })
    var numbers = Numbers(
      int: int, bool: bool, pointer: pointer, ended: module.constant(.max, of: int),
      void: module.type(.typeVoid, []), tell: module.newID(), constants: constants)
    let called = Set(functions.flatMap(\.callees))
    var rewritten: [RawInstruction] = []
    for function in functions {
      guard counting.contains(function.id) else {
        rewritten += function.instructions
        continue
      }
      let shared = module.newID()
      numbers.shared[function.id] = shared
      rewritten += body(function, shared, isCalled: called.contains(function.id), counting, numbers)
    }
    module.replaceFunctions(by: rewritten + telling(numbers))
    module.name(numbers.tell, Kernel.unfinishedFunction)
  }

  /// The function that is told of loops: it does nothing here.
  private mutating func telling(_ numbers: Numbers) -> [RawInstruction] {
    let type = module.type(.typeFunction, [numbers.void, numbers.bool])
    return [
      RawInstruction(.function, [numbers.void, numbers.tell, 0, type]),
      RawInstruction(.functionParameter, [numbers.bool, module.newID()]),
      RawInstruction(.label, [module.newID()]), RawInstruction(.return, []), RawInstruction(.functionEnd, []),
    ]
  }

  private struct Numbers {
    let int, bool, pointer: UInt32
    /// -1, and the function that is told.
    let ended, void, tell: UInt32
    let constants: [UInt32: UInt32]
    var shared: [UInt32: UInt32] = [:]
  }

  /// Functions with loops, and those that call them.
  private func countingFunctions(_ functions: [RawModule.Function]) -> Set<UInt32> {
    var counting = Set(functions.filter { $0.instructions.contains { $0.opcode == .loopMerge } }.map(\.id))
    while true {
      let more = functions.filter { !counting.contains($0.id) && !counting.isDisjoint(with: $0.callees) }
      if more.isEmpty { return counting }
      counting.formUnion(more.map(\.id))
    }
  }

  private mutating func body(
    _ function: RawModule.Function, _ shared: UInt32, isCalled: Bool, _ counting: Set<UInt32>, _ numbers: Numbers
  ) -> [RawInstruction] {
    let loops = function.headers.mapValues { merge in
      BoundedLoop(counter: module.newID(), merge: merge)
    }
    let ends = Dictionary(uniqueKeysWithValues: loops.values.map { ($0.merge, $0) })
    var result: [RawInstruction] = []
    var label: UInt32 = 0
    var seen: Set<UInt32> = []
    // The loop that has just ended.
    var ended: BoundedLoop?
    for (place, instruction) in function.instructions.enumerated() {
      var instruction = instruction
      switch instruction.opcode {
      case .function where isCalled:
        instruction.words[4] = module.functionType(instruction.words[4], adding: numbers.pointer)
      case .label:
        if seen.isEmpty, isCalled { result.append(RawInstruction(.functionParameter, [numbers.pointer, shared])) }
        label = instruction.words[1]
        result.append(instruction)
        if seen.isEmpty { addVariables(loops, isCalled ? nil : shared, numbers, &result) }
        seen.insert(label)
        ended = ends[label]
        continue
      case .functionCall where counting.contains(instruction.words[3]): instruction.append(shared)
      default: break
      }
      if let loop = ended, instruction.opcode != .phi {
        tell(of: loop, numbers, &result)
        ended = nil
      }
      // Before control goes to a loop for the first time, or leaves it.
      let end = function.instructions[place...].first { $0.opcode != .selectionMerge && $0.opcode != .loopMerge }
      let startsEnd = instruction.opcode == .selectionMerge || instruction.opcode == .loopMerge || instruction.isJump
      let isAfterMerge = place > 0 && [.selectionMerge, .loopMerge].contains(function.instructions[place - 1].opcode)
      if startsEnd, !isAfterMerge, let end {
        for target in end.targets.sorted() {
          if let loop = loops[target], !seen.contains(target) {
            result.append(RawInstruction(.store, [loop.counter, numbers.constants[0]!]))
          }
          if let loop = ends[target] { addEnd(of: loop, by: end, numbers, &result) }
        }
      }
      guard instruction.opcode == .branch, let loop = loops[label] else {
        result.append(instruction)
        continue
      }
      addRound(of: loop, to: instruction.words[1], shared, numbers, &result)
    }
    return result
  }

  private struct BoundedLoop {
    let counter: UInt32
    /// The block behind it.
    let merge: UInt32
  }

  /// - Parameter shared: the counter of all loops, where it is a variable of this function.
  private func addVariables(
    _ loops: [UInt32: BoundedLoop], _ shared: UInt32?, _ numbers: Numbers, _ result: inout [RawInstruction]
  ) {
    for loop in loops.values.sorted(by: { $0.counter < $1.counter }) {
      result.append(RawInstruction(.variable, [numbers.pointer, loop.counter, 7]))
    }
    if let shared { result.append(RawInstruction(.variable, [numbers.pointer, shared, 7, numbers.constants[0]!])) }
  }

  /// The counter becomes -1 where a jump leaves the loop.
  private mutating func addEnd(
    of loop: BoundedLoop, by jump: RawInstruction, _ numbers: Numbers, _ result: inout [RawInstruction]
  ) {
    guard jump.opcode == .branchConditional else {
      result.append(RawInstruction(.store, [loop.counter, numbers.ended]))
      return
    }
    let (count, next) = (module.newID(), module.newID())
    let sides = jump.words[2] == loop.merge ? [numbers.ended, count] : [count, numbers.ended]
    result += [
      RawInstruction(.load, [numbers.int, count, loop.counter]),
      RawInstruction(.select, [numbers.int, next, jump.words[1]] + sides),
      RawInstruction(.store, [loop.counter, next]),
    ]
  }

  private mutating func tell(of loop: BoundedLoop, _ numbers: Numbers, _ result: inout [RawInstruction]) {
    let (count, isOpen) = (module.newID(), module.newID())
    result += [
      RawInstruction(.load, [numbers.int, count, loop.counter]),
      RawInstruction(.sGreaterThanEqual, [numbers.bool, isOpen, count, numbers.constants[0]!]),
      RawInstruction(.functionCall, [numbers.void, module.newID(), numbers.tell, isOpen]),
    ]
  }

  /// Counts, and goes on to a block while there are rounds left.
  private mutating func addRound(
    of loop: BoundedLoop, to target: UInt32, _ shared: UInt32, _ numbers: Numbers, _ result: inout [RawInstruction]
  ) {
    let count = module.newID()
    result += [RawInstruction(.branch, [count]), RawInstruction(.label, [count])]
    let one = isBelow(loop.counter, roundLimit, numbers, &result)
    let all = isBelow(shared, pixelLimit, numbers, &result)
    let both = module.newID()
    result += [
      RawInstruction(.logicalAnd, [numbers.bool, both, one, all]),
      RawInstruction(.branchConditional, [both, target, loop.merge]),
    ]
  }

  /// Counts up; true where the count before was below a limit.
  private mutating func isBelow(
    _ counter: UInt32, _ limit: UInt32, _ numbers: Numbers, _ result: inout [RawInstruction]
  ) -> UInt32 {
    let (count, next, isBelow) = (module.newID(), module.newID(), module.newID())
    result += [
      RawInstruction(.load, [numbers.int, count, counter]),
      RawInstruction(.iAdd, [numbers.int, next, count, numbers.constants[1]!]),
      RawInstruction(.store, [counter, next]),
      RawInstruction(.sLessThan, [numbers.bool, isBelow, count, numbers.constants[limit]!]),
    ]
    return isBelow
  }
}
