import ImageGraph

/// Loops that end: of texts in GLSL, which go to the shader compiler as they are. Each loop gets a counter, and all of
/// a pixel's share another one, as the translator prints them for the other languages.
///
/// A round is counted in a block of its own right behind a loop's header. The shared counter is a variable of the
/// kernel, which functions with loops, and those that call such, get a pointer to.
struct BoundedLoops {
  private var module: RawModule
  private let roundLimit, pixelLimit: UInt32

  /// - Parameters:
  ///   - words: a module that the shader compiler made a moment ago.
  ///   - rounds: of one loop.
  ///   - all: of all loops of a pixel.
  /// - Throws: `invalidArgument` for words that are no module.
  static func applied(to words: [UInt32], rounds: Int, all: Int) throws(RenderError) -> [UInt32] {
    var bounded = BoundedLoops(module: try RawModule(words), roundLimit: UInt32(rounds), pixelLimit: UInt32(all))
    guard bounded.module.instructions.contains(where: { $0.opcode == .loopMerge }) else { return words }
    bounded.apply()
    return bounded.module.words
  }

  private mutating func apply() {
    let functions = module.functions
    let counting = countingFunctions(functions)
    let (int, bool) = (module.type(.typeInt, [32, 1]), module.type(.typeBool, []))
    let pointer = module.type(.typePointer, [7, int])
    let constants = Dictionary(
      uniqueKeysWithValues: Set([0, 1, roundLimit, pixelLimit]).map { ($0, module.constant($0, of: int)) })
    var numbers = Numbers(int: int, bool: bool, pointer: pointer, constants: constants)
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
    module.replaceFunctions(by: rewritten)
  }

  private struct Numbers {
    let int, bool, pointer: UInt32
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
    let headers = function.headers
    let counters = headers.mapValues { _ in module.newID() }
    var result: [RawInstruction] = []
    var label: UInt32 = 0
    var seen: Set<UInt32> = []
    var isFirst = true
    for (place, instruction) in function.instructions.enumerated() {
      var instruction = instruction
      switch instruction.opcode {
      case .function where isCalled:
        instruction.words[4] = module.functionType(instruction.words[4], adding: numbers.pointer)
      case .label:
        if isFirst, isCalled { result.append(RawInstruction(.functionParameter, [numbers.pointer, shared])) }
        label = instruction.words[1]
        seen.insert(label)
        result.append(instruction)
        if isFirst {
          isFirst = false
          for counter in counters.values.sorted() {
            result.append(RawInstruction(.variable, [numbers.pointer, counter, 7]))
          }
          if !isCalled {
            result.append(RawInstruction(.variable, [numbers.pointer, shared, 7, numbers.constants[0]!]))
          }
        }
        continue
      case .functionCall where counting.contains(instruction.words[3]): instruction.append(shared)
      default: break
      }
      // Before control goes to a loop for the first time.
      let end = function.instructions[place...].first { $0.opcode != .selectionMerge && $0.opcode != .loopMerge }
      let startsEnd = instruction.opcode == .selectionMerge || instruction.opcode == .loopMerge || instruction.isJump
      let isAfterMerge = place > 0 && [.selectionMerge, .loopMerge].contains(function.instructions[place - 1].opcode)
      if startsEnd, !isAfterMerge, let end {
        for target in end.targets.sorted() where !seen.contains(target) {
          guard let counter = counters[target] else { continue }
          result.append(RawInstruction(.store, [counter, numbers.constants[0]!]))
        }
      }
      guard instruction.opcode == .branch, let counter = counters[label], let merge = headers[label] else {
        result.append(instruction)
        continue
      }
      let block = module.newID()
      result += [RawInstruction(.branch, [block]), RawInstruction(.label, [block])]
      let one = isBelow(counter, roundLimit, numbers, &result)
      let all = isBelow(shared, pixelLimit, numbers, &result)
      let both = module.newID()
      result.append(RawInstruction(.logicalAnd, [numbers.bool, both, one, all]))
      result.append(RawInstruction(.branchConditional, [both, instruction.words[1], merge]))
    }
    return result
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
