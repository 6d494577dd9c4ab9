import ImageGraph

/// A function cannot be run on planes of four pixels: a loop's end depends on the pixel, it indexes by a value, or
/// holds an unusual instruction.
struct NotWidenable: Error {}

/// More words than this for one formula are not worth the time of the driver's compiler.
private let widestBody = 60_000

/// Runs a function symbolically, writing what it does for four pixels at once.
///
/// Variables and composites vanish: they are lists of lanes while the function is walked. Both sides of a branch are
/// written, and the results chosen by its condition; that is right because formulas have no side effects.
struct Widener<Kernel: WidenedKernel> {
  /// What it is written into. Also holds what was written of a function that then turned out not to be widenable.
  var kernel: Kernel
  let library: ShaderLibrary
  /// The functions that read its inputs.
  let readers: [ID]
  /// The library's constants that were met.
  var constants: [GlobalPool.Index: CallWalk.Held] = [:]
  /// Variables of the functions that are being walked.
  var memory: [Lanes] = []
  /// The branches around the place that is being written: where their conditions hold, or do not, control comes there.
  var taken: [(condition: LaneKind, holds: Bool)] = []

  init(into kernel: consuming Kernel, readers: [ID]) {
    (library, self.readers) = (kernel.library, readers)
    self.kernel = kernel
  }

  /// How far a run got.
  enum Exit {
    /// At the block where it was to stop, coming from this one.
    case reached(from: UInt32)
    case returned(Lanes)
  }

  /// Where a value of a merge block comes from: the two blocks before it, and what was true for the first.
  private struct Join {
    var condition: LaneKind
    var first: UInt32
    var second: UInt32
  }

  /// The function's result for arguments of which some are wide.
  mutating func result(of index: Int, _ arguments: [Lanes]) throws -> Lanes {
    let parameters = library.functions[index].parameters
    return try evaluate(index, zip(arguments, parameters).map { CallWalk.Held($0, type: $1) })
  }

  mutating func evaluate(_ index: Int, _ arguments: [CallWalk.Held]) throws -> Lanes {
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
    // Few: a list is searched in less time than a set is made.
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
            // One side has returned: the other goes on to the end of the function.
            taken.append((condition, false))
            defer { taken.removeLast() }
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
    /// Where the condition holds the result is there; elsewhere the function goes on.
    case half(Lanes, LaneKind)
  }

  /// Writes both sides of a branch.
  private mutating func branch(
    _ walk: inout CallWalk, _ label: UInt32, _ condition: LaneKind, _ first: UInt32, _ second: UInt32, _ merge: UInt32
  ) throws -> Branched {
    let before = memory
    walk.depth += 1
    defer { walk.depth -= 1 }
    guard walk.depth < 64 else { throw NotWidenable() }
    func side(_ widener: inout Widener, _ start: UInt32, holds: Bool) throws -> Exit {
      if start == merge { return .reached(from: label) }
      widener.taken.append((condition, holds))
      defer { widener.taken.removeLast() }
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
    walk.hold(instruction[1], CallWalk.Held(chosen, type: type))
  }
}
