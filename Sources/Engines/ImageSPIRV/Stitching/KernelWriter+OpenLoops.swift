import ImageGraph

/// Loops that had to be ended: kernels note them for the host.
extension KernelWriter {
  /// Notes which of the four pixels from this column on the output has.
  mutating func noteMadePixels(from column: LaneKind) {
    guard isWide, program.tellsOpenLoops else { return }
    let left = emitter.subtract(emitter.add(region[0], region[2]), column)
    isMade = emitter.operate(
      .fOrdLessThan, .bool, emitter.wideConstant([0, 1, 2, 3]), emitter.operate(.convertSToF, .float, left))
  }

  /// What four pixels have, but those that nobody sees what the first one has, so that their loops end as its.
  mutating func ofPixelsThatAreMade(_ lane: LaneKind) -> LaneKind {
    guard lane.isWide, let isMade else { return lane }
    return emitter.select(isMade, lane, emitter.pixel(0, of: lane))
  }

  /// The function that kernels call behind such loops: sets the word of the function that is being written.
  mutating func writeTelling(named name: String) -> ID {
    let (void, bool) = (emitter.module.global(.typeVoid, []), emitter.module.type(.bool))
    let type = emitter.module.global(.typeFunction, [void, bool])
    let ids = (0..<5).map { _ in emitter.module.newID() }
    let (function, isOpen, start, inside, end) = (ids[0], ids[1], ids[2], ids[3], ids[4])
    var words: [UInt32] = []
    func add(_ opcode: Opcode, _ operands: [UInt32]) { ModuleBuilder.append(opcode, operands, to: &words) }
    let (pointer, place) = (emitter.module.newID(), tellingPlace())
    add(.function, [void, function, 0, type])
    add(.functionParameter, [bool, isOpen])
    add(.label, [start])
    add(.selectionMerge, [end, 0])
    add(.branchConditional, [isOpen, inside, end])
    add(.label, [inside])
    add(.accessChain, [place.type, pointer] + place.operands)
    add(.atomicOr, [emitter.module.type(.uint), emitter.module.newID(), pointer] + orOne)
    add(.branch, [end])
    add(.label, [end])
    add(.return, [])
    add(.functionEnd, [])
    emitter.module.name(function, name)
    emitter.module.append(function: words)
    return function
  }

  /// The same in place, for what is true of one pixel or of any of four.
  mutating func tell(_ isOpen: LaneKind) {
    let any =
      isOpen.isWide
      ? emitter.module.emit(.any, emitter.module.type(.bool), [isOpen.id]) : isOpen.id
    let (inside, end) = (emitter.module.newID(), emitter.module.newID())
    let place = tellingPlace()
    let uint = emitter.module.type(.uint)
    let one = orOne
    emitter.module.emit(.selectionMerge, [end, 0])
    emitter.module.emit(.branchConditional, [any, inside, end])
    emitter.module.emit(.label, [inside])
    let pointer = emitter.module.emit(.accessChain, place.type, place.operands)
    _ = emitter.module.emit(.atomicOr, uint, [pointer] + one)
    emitter.module.emit(.branch, [end])
    emitter.module.emit(.label, [end])
  }

  private mutating func tellingPlace() -> (type: ID, operands: [ID]) {
    let type = emitter.module.pointer(to: emitter.module.type(.uint), in: .storageBuffer)
    // 64 words are bound.
    let number = Int32(min(function, 63))
    return (type, [openLoops, emitter.module.constant(Int32(0)), emitter.module.constant(number)])
  }

  /// On the device's memory, in no order, with 1.
  private var orOne: [ID] {
    mutating get { [1, 0, 1].map { emitter.module.constant(UInt32($0)) } }
  }
}
