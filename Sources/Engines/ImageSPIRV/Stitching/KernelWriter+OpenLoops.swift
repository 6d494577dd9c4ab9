import ImageGraph

/// Open loops, which the iteration limit had to end: kernels report them to the host.
extension KernelWriter {
  /// Records which of the four pixels from this column on are in the output.
  mutating func noteOutputPixels(from column: LaneKind) {
    guard isWide, program.reportsOpenLoops else { return }
    let remaining = emitter.subtract(emitter.add(region[0], region[2]), column)
    isInOutput = emitter.operate(
      .fOrdLessThan, .bool, emitter.wideConstant([0, 1, 2, 3]), emitter.operate(.convertSToF, .float, remaining))
  }

  /// Returns a lane in which pixels outside of the output have the value of the first pixel, so that their loops end
  /// together.
  mutating func maskedToOutput(_ lane: LaneKind) -> LaneKind {
    guard lane.isWide, let isInOutput else { return lane }
    return emitter.select(isInOutput, lane, emitter.pixel(0, of: lane))
  }

  /// Emits the function that kernels call after such loops: it sets the word of the current function.
  mutating func writeOpenLoopFunction(named name: String) -> ID {
    let (void, bool) = (emitter.module.global(.typeVoid, []), emitter.module.type(.bool))
    let type = emitter.module.global(.typeFunction, [void, bool])
    let ids = (0..<5).map { _ in emitter.module.newID() }
    let (function, isOpen, start, inside, end) = (ids[0], ids[1], ids[2], ids[3], ids[4])
    var words: [UInt32] = []
    func add(_ opcode: Opcode, _ operands: [UInt32]) { ModuleBuilder.append(opcode, operands, to: &words) }
    let (pointer, word) = (emitter.module.newID(), openLoopWord())
    add(.function, [void, function, 0, type])
    add(.functionParameter, [bool, isOpen])
    add(.label, [start])
    add(.selectionMerge, [end, 0])
    add(.branchConditional, [isOpen, inside, end])
    add(.label, [inside])
    add(.accessChain, [word.type, pointer] + word.operands)
    add(.atomicOr, [emitter.module.type(.uint), emitter.module.newID(), pointer] + orOne)
    add(.branch, [end])
    add(.label, [end])
    add(.return, [])
    add(.functionEnd, [])
    emitter.module.name(function, name)
    emitter.module.append(function: words)
    return function
  }

  /// Emits inlined code that reports an open loop of one pixel, or of any of four.
  mutating func reportOpenLoop(_ isOpen: LaneKind) {
    let any =
      isOpen.isWide
      ? emitter.module.emit(.any, emitter.module.type(.bool), [isOpen.id]) : isOpen.id
    let (inside, end) = (emitter.module.newID(), emitter.module.newID())
    let word = openLoopWord()
    let uint = emitter.module.type(.uint)
    let one = orOne
    emitter.module.emit(.selectionMerge, [end, 0])
    emitter.module.emit(.branchConditional, [any, inside, end])
    emitter.module.emit(.label, [inside])
    let pointer = emitter.module.emit(.accessChain, word.type, word.operands)
    _ = emitter.module.emit(.atomicOr, uint, [pointer] + one)
    emitter.module.emit(.branch, [end])
    emitter.module.emit(.label, [end])
  }

  private mutating func openLoopWord() -> (type: ID, operands: [ID]) {
    let type = emitter.module.pointer(to: emitter.module.type(.uint), in: .storageBuffer)
    // The bound buffer has 64 words.
    let number = Int32(min(function, 63))
    return (type, [openLoops, emitter.module.constant(Int32(0)), emitter.module.constant(number)])
  }

  /// The operands of an atomic OR with 1: device scope, relaxed.
  private var orOne: [ID] {
    mutating get { [1, 0, 1].map { emitter.module.constant(UInt32($0)) } }
  }
}
