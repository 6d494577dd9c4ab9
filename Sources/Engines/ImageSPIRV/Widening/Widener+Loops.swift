/// Loops of widened functions. All four pixels iterate together, so the loop must end at the same time for all.
extension Widener {
  /// Emits the loop whose condition is tested in block `start`, before each iteration.
  mutating func writeLoop(
    _ walk: inout CallWalk, from start: UInt32, header: UInt32, merge: UInt32, continuing: UInt32
  ) throws {
    let changed = try changedVariables(walk, from: start, until: merge)
    let before = memory
    let mark = kernel.emitter.mark()
    walk.fences.formUnion([merge, continuing, header])
    defer { walk.fences.subtract([merge, continuing, header]) }
    // A lane that becomes wide in an iteration must be wide from the start. Each attempt finds at least one.
    var wide = Set<[Int]>()
    while true {
      let found = try writeIterations(
        &walk, changed, wide: wide, from: start, header: header, merge: merge, continuing: continuing)
      if found.isSubset(of: wide) { return }
      wide.formUnion(found)
      kernel.emitter.rewind(to: mark)
      memory = before
    }
  }

  /// - Parameter wide: the lanes that are made wide on entry, as variable and index.
  /// - Returns: the lanes that were narrow on entry and wide after an iteration.
  private mutating func writeIterations(
    _ walk: inout CallWalk, _ changed: [Int], wide: Set<[Int]>, from start: UInt32, header: UInt32, merge: UInt32,
    continuing: UInt32
  ) throws -> Set<[Int]> {
    let labels = (0..<5).map { _ in kernel.emitter.module.newID() }
    let (entry, head, body, tail, end) = (labels[0], labels[1], labels[2], labels[3], labels[4])
    var found = Set<[Int]>()
    var patches: [(variable: Int, lane: Int, position: Int)] = []
    for variable in changed {
      for (index, lane) in memory[variable].enumerated() where wide.contains([variable, index]) {
        memory[variable][index] = LaneKind(id: kernel.emitter.wide(lane), scalar: lane.scalar, isWide: true)
      }
    }
    kernel.emitter.module.emit(.branch, [entry])
    kernel.emitter.module.emit(.label, [entry])
    kernel.emitter.module.emit(.branch, [head])
    kernel.emitter.module.emit(.label, [head])
    for variable in changed {
      for (index, lane) in memory[variable].enumerated() {
        patches.append((variable, index, kernel.emitter.module.position + 5))
        let type = kernel.emitter.module.type(lane.scalar, lane.isWide ? 4 : 1)
        let id = kernel.emitter.module.emit(.phi, type, [lane.id, entry, 0, tail])
        memory[variable][index] = LaneKind(id: id, scalar: lane.scalar, isWide: lane.isWide)
      }
    }
    kernel.emitter.module.emit(.loopMerge, [end, tail, 0])
    let test = kernel.emitter.module.newID()
    kernel.emitter.module.emit(.branch, [test])
    kernel.emitter.module.emit(.label, [test])
    let (condition, first) = try writeCondition(&walk, start, merge: merge)
    let isEntered = walk.reportsOpenLoops ? try maskedByPath(condition) : condition
    kernel.emitter.module.emit(.branchConditional, [try guarded(isEntered).id, body, end])

    let (after, visible) = (memory, kernel.emitter.mark())
    kernel.emitter.module.emit(.label, [body])
    guard case .reached = try run(&walk, from: first, until: continuing),
      case .reached = try run(&walk, from: continuing, until: header)
    else { throw NotWidenable() }
    for (variable, index, position) in patches {
      let (lane, isWide) = (memory[variable][index], after[variable][index].isWide)
      if lane.isWide && !isWide { found.insert([variable, index]) }
      kernel.emitter.module.patch(isWide ? kernel.emitter.wide(lane) : lane.id, at: position)
    }
    kernel.emitter.module.emit(.branch, [tail])
    kernel.emitter.module.emit(.label, [tail])
    kernel.emitter.module.emit(.branch, [head])
    kernel.emitter.module.emit(.label, [end])
    // Lanes of the body are not visible after the loop.
    kernel.emitter.forget(after: visible)
    memory = after
    return found
  }

  /// Returns the condition, restricted to the path to the loop: both sides of branches are emitted, and the loop may be
  /// endless on a path that is not taken.
  private mutating func maskedByPath(_ condition: LaneKind) throws -> LaneKind {
    var condition = condition
    for (branch, holds) in pathConditions {
      guard !branch.isWide else { throw NotWidenable() }
      let isReached = holds ? branch : kernel.emitter.operate(.logicalNot, .bool, branch)
      condition = kernel.emitter.and(condition, isReached)
    }
    return condition
  }

  /// Returns the condition, combined with one that is always true but not uniform for the driver.
  ///
  /// If a loop depends on an argument alone, lavapipe recompiles the kernel for each value: 2 ms and half a megabyte a
  /// dispatch, which is never freed.
  private mutating func guarded(_ condition: LaneKind) throws -> LaneKind {
    guard let column = kernel.column else { throw NotWidenable() }
    let isColumn = kernel.emitter.operate(.iNotEqual, .bool, column, kernel.emitter.constant(Int32.min))
    return kernel.emitter.and(condition, isColumn)
  }

  /// Emits the loop condition; returns it, and the block where the body begins.
  private mutating func writeCondition(
    _ walk: inout CallWalk, _ start: UInt32, merge: UInt32
  ) throws -> (condition: LaneKind, body: UInt32) {
    guard let block = walk.block(start) else { throw NotWidenable() }
    var reader = InstructionReader(block)
    while let instruction = try reader.next() {
      guard instruction.opcode == .branchConditional else {
        guard !instruction.opcode.endsBlock else { throw NotWidenable() }
        try perform(instruction, &walk)
        continue
      }
      let condition = try value(instruction[0], walk).lanes
      guard condition.count == 1, !condition[0].isWide, instruction[2] == merge else { throw NotWidenable() }
      return (condition[0], instruction[1])
    }
    throw NotWidenable()
  }

  /// Returns the variables to which blocks from `start` up to block `merge` store.
  private func changedVariables(_ walk: CallWalk, from start: UInt32, until merge: UInt32) throws -> [Int] {
    var changed = Set<Int>()
    var seen: Set<UInt32> = [merge]
    var open = [start]
    /// The base pointers of pointers into variables.
    var bases: [UInt32: UInt32] = [:]
    func note(_ word: UInt32) {
      if let variable = walk.binding(bases[word] ?? word)?.variable { changed.insert(variable) }
    }
    while let label = open.popLast() {
      guard seen.insert(label).inserted else { continue }
      guard let block = walk.block(label) else { throw NotWidenable() }
      var reader = InstructionReader(block)
      while let instruction = try reader.next() {
        switch instruction.opcode {
        case .accessChain, .inBoundsAccessChain: bases[instruction[1]] = bases[instruction[2]] ?? instruction[2]
        case .store: note(instruction[0])
        case .functionCall: instruction.words.dropFirst(3).forEach(note)
        case .branch: open.append(instruction[0])
        case .branchConditional: open += [instruction[1], instruction[2]]
        case .switch: throw NotWidenable()
        default: break
        }
      }
    }
    return changed.sorted()
  }
}
