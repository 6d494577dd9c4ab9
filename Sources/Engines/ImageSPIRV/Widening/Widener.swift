import ImageGraph

/// The error of a function that cannot be widened to four pixels: the end of a loop depends on the pixel, it indexes
/// dynamically, or it has unsupported instructions.
struct NotWidenable: Error {}

/// The maximum number of words of a function: more are not worth the compile time in the driver.
private let widestBody = 60_000

/// A symbolic execution of a function that emits its operations for four pixels at once.
///
/// Variables and composites become lists of lanes. Both sides of a branch are emitted, and the results are selected by
/// its condition; this is correct because formulas have no side effects.
struct Widener<Kernel: WidenedKernel> {
  /// The kernel into which the function is emitted; if it turns out not to be widenable, the kernel has partial code.
  var kernel: Kernel
  let library: ShaderLibrary
  /// The functions that read the inputs.
  let readers: [ID]
  /// The library constants that have been used.
  var constants: [GlobalPool.Index: CallWalk.Binding] = [:]
  /// The variables of the calls that are being executed.
  var memory: [Lanes] = []
  /// The conditions of enclosing branches. Control reaches the current position if each has the value of `holds`.
  var pathConditions: [(condition: LaneKind, holds: Bool)] = []

  init(into kernel: consuming Kernel, readers: [ID]) {
    (library, self.readers) = (kernel.library, readers)
    self.kernel = kernel
  }

  /// The end of a run.
  enum Exit {
    /// The run reached the block where it was to stop, from this block.
    case reached(from: UInt32)
    case returned(Lanes)
  }

  /// The origin of a phi: the two predecessors of a merge block, and the condition of the first.
  private struct Join {
    var condition: LaneKind
    var first: UInt32
    var second: UInt32
  }

  /// Emits the function for arguments of which some are wide; returns its result.
  mutating func result(of index: Int, _ arguments: [Lanes]) throws -> Lanes {
    let parameters = library.functions[index].parameters
    return try evaluate(index, zip(arguments, parameters).map { CallWalk.Binding($0, type: $1) })
  }

  mutating func evaluate(_ index: Int, _ arguments: [CallWalk.Binding]) throws -> Lanes {
    var walk = try CallWalk(of: library.functions[index], arguments)
    let variableCount = memory.count
    let exit = try run(&walk, from: walk.entry, until: nil)
    memory.removeSubrange(variableCount...)
    guard case .returned(let lanes) = exit else { throw NotWidenable() }
    return lanes
  }

  mutating func run(_ walk: inout CallWalk, from start: UInt32, until stop: UInt32?) throws -> Exit {
    var label = start
    var join: Join?
    // A linear search in a short list is faster than creating a set.
    var visited: [UInt32] = []
    while true {
      guard let block = walk.block(label), !visited.contains(label), kernel.emitter.module.position < widestBody
      else { throw NotWidenable() }
      visited.append(label)
      var reader = InstructionReader(block)
      var merge: UInt32?
      var next: UInt32?
      var loop: (merge: UInt32, continuing: UInt32)?
      while let instruction = try reader.next() {
        switch instruction.opcode {
        case .selectionMerge: merge = instruction[0]
        case .loopMerge: loop = (instruction[0], instruction[1])
        case .phi: try choose(instruction, &walk, join)
        case .branch: next = instruction[0]
        case .returnValue: return .returned(try value(instruction[0], walk).lanes)
        case .branchConditional:
          guard let target = merge else { throw NotWidenable() }
          let condition = try value(instruction[0], walk).lanes
          guard condition.count == 1 else { throw NotWidenable() }
          switch try branch(&walk, label, condition[0], instruction[1], instruction[2], target) {
          case .joined(let joined):
            (join, next) = (joined, target)
          case .returned(let lanes): return .returned(lanes)
          case .half(let lanes, let condition):
            // One side has returned: the other continues to the end of the function.
            pathConditions.append((condition, false))
            defer { pathConditions.removeLast() }
            guard stop == nil, case .returned(let others) = try run(&walk, from: target, until: nil),
              lanes.count == others.count
            else { throw NotWidenable() }
            return .returned(zip(lanes, others).map { kernel.emitter.select(condition, $0, $1) })
          }
        default: try perform(instruction, &walk)
        }
      }
      guard var next else { throw NotWidenable() }
      if let loop {
        try writeLoop(&walk, from: next, header: label, merge: loop.merge, continuing: loop.continuing)
        next = loop.merge
      }
      if next == stop { return .reached(from: label) }
      guard !walk.fences.contains(next) else { throw NotWidenable() }
      if merge == nil { join = nil }
      label = next
    }
  }

  private enum Branched {
    case joined(Join)
    case returned(Lanes)
    /// The result of the side that has returned, and its condition. The function continues otherwise.
    case half(Lanes, LaneKind)
  }

  /// Emits both sides of a branch.
  private mutating func branch(
    _ walk: inout CallWalk, _ label: UInt32, _ condition: LaneKind, _ first: UInt32, _ second: UInt32, _ merge: UInt32
  ) throws -> Branched {
    let before = memory
    walk.depth += 1
    defer { walk.depth -= 1 }
    guard walk.depth < 64 else { throw NotWidenable() }
    func side(_ widener: inout Widener, _ start: UInt32, holds: Bool) throws -> Exit {
      if start == merge { return .reached(from: label) }
      widener.pathConditions.append((condition, holds))
      defer { widener.pathConditions.removeLast() }
      return try widener.run(&walk, from: start, until: merge)
    }
    let firstExit = try side(&self, first, holds: true)
    let after = memory
    memory = before
    let secondExit = try side(&self, second, holds: false)
    switch (firstExit, secondExit) {
    case (.reached(let a), .reached(let b)):
      for index in before.indices where after[index] != memory[index] {
        memory[index] = zip(after[index], memory[index]).map { kernel.emitter.select(condition, $0, $1) }
      }
      return .joined(Join(condition: condition, first: a, second: b))
    case (.returned(let a), .returned(let b)):
      guard a.count == b.count else { throw NotWidenable() }
      return .returned(zip(a, b).map { kernel.emitter.select(condition, $0, $1) })
    case (.returned(let a), .reached): return .half(a, condition)
    case (.reached, .returned(let b)):
      memory = after
      return .half(b, kernel.emitter.operate(.logicalNot, .bool, condition))
    }
  }

  private mutating func choose(_ instruction: Instruction, _ walk: inout CallWalk, _ join: Join?) throws {
    guard let join, instruction.operandCount == 6, let type = walk.global(instruction[0]) else { throw NotWidenable() }
    let (a, b) = (try value(instruction[2], walk).lanes, try value(instruction[4], walk).lanes)
    let isInOrder = instruction[3] == join.first && instruction[5] == join.second
    guard isInOrder || (instruction[5] == join.first && instruction[3] == join.second), a.count == b.count else {
      throw NotWidenable()
    }
    let chosen = zip(a, b).map { kernel.emitter.select(join.condition, isInOrder ? $0 : $1, isInOrder ? $1 : $0) }
    walk.bind(instruction[1], CallWalk.Binding(chosen, type: type))
  }
}
