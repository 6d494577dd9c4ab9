import ImageGraph

/// Turns one function into interpreted code.
struct LaneFunctionDecoder {
  /// What an identifier of the function stands for.
  enum Held {
    case value(register: Int, type: GlobalPool.Index)
    /// Where a variable starts, and a register with an offset to be added; -1 for none.
    case pointer(register: Int, offset: Int, pointee: GlobalPool.Index)
  }

  /// Instructions between two labels, and how they end.
  struct Block {
    var instructions: [Instruction] = []
    var merge: Instruction?
    var end: Instruction?
    /// Where it stands in the text: cases of a switch go on into those behind them.
    var order: Int
  }

  var decoder: LaneDecoder
  let source: LibraryFunction
  var function: LaneFunction
  var held: [Held?]
  private(set) var blocks: [UInt32: Block] = [:]
  private(set) var entry: UInt32 = 0
  /// Structured code has each block once; what has not is refused before it grows.
  var walkedBlocks = 0
  /// The instructions that are being written, of ranges that are in each other.
  var open: [[LaneInstruction]] = []

  init(_ decoder: LaneDecoder, _ source: LibraryFunction) throws(RenderError) {
    (self.decoder, self.source) = (decoder, source)
    function = LaneFunction(name: source.name)
    held = Array(repeating: nil, count: source.localCount)
    let count = try self.decoder.size(of: source.result)
    let first = try self.decoder.registers(count)
    function.results = Array(first..<first + count)
    function.entered = try self.decoder.registers(1)
    function.returned = try self.decoder.registers(1)
  }

  mutating func decode() throws(RenderError) {
    try readBlocks()
    guard !blocks.isEmpty else { throw .invalidArgument("SPIR-V: \(source.name) has no body") }
    function.body = try range { (body: inout Self) throws(RenderError) in
      try body.walk(body.entry, Exits())
    }
  }

  private mutating func readBlocks() throws(RenderError) {
    var reader = InstructionReader(source.words)
    var current: (label: UInt32, block: Block)?
    while let instruction = try reader.next() {
      switch instruction.opcode {
      case .functionParameter: try parameter(instruction)
      case .label:
        if let current { blocks[current.label] = current.block } else { entry = instruction[0] }
        current = (instruction[0], Block(order: blocks.count))
      case .function, .functionEnd: break
      default:
        guard current != nil else {
          throw .invalidArgument("SPIR-V: \(source.name) has instructions outside of blocks")
        }
        switch instruction.opcode {
        case .selectionMerge, .loopMerge: current!.block.merge = instruction
        case .branch, .branchConditional, .switch, .return, .returnValue, .unreachable, .kill:
          current!.block.end = current!.block.end ?? instruction
        default: current!.block.instructions.append(instruction)
        }
      }
    }
    if let current { blocks[current.label] = current.block }
    // The value of a phi arrives from blocks that may stand before it.
    for block in blocks.values.sorted(by: { $0.order < $1.order }) {
      for instruction in block.instructions where instruction.opcode == .phi {
        _ = try newResult(instruction)
      }
    }
  }

  /// A parameter is a value, or a variable whose value is moved in and out.
  private mutating func parameter(_ instruction: Instruction) throws(RenderError) {
    guard case .global(let type) = LibraryFunction.Reference(instruction[0]) else { throw malformed("a parameter") }
    let count = try decoder.size(of: type)
    let register = try decoder.registers(count)
    function.parameters.append((register, count))
    if let pointee = decoder.pool.pointee(of: type) {
      hold(instruction[1], .pointer(register: register, offset: -1, pointee: pointee))
    } else {
      hold(instruction[1], .value(register: register, type: type))
    }
  }

  func malformed(_ what: String) -> RenderError { .invalidArgument("SPIR-V: \(source.name): \(what) makes no sense") }

  // MARK: Code

  mutating func emit(
    _ operation: LaneInstruction.Operation, count: Int = 1, number: Int = 0, result: Int = 0, a: Int = 0, b: Int = 0,
    c: Int = 0
  ) {
    open[open.count - 1].append(
      LaneInstruction(
        operation: operation, count: Int32(count), number: Int32(truncatingIfNeeded: number), result: Int32(result),
        a: Int32(a), b: Int32(b), c: Int32(c)))
  }

  /// A range of code that `body` writes; its number.
  mutating func range(_ body: (inout Self) throws(RenderError) -> Void) throws(RenderError) -> Int {
    guard open.count < InterpreterLimits.nesting else {
      throw .limit(
        "branches in each other in \(source.name)", requested: UInt64(open.count + 1),
        allowed: UInt64(InterpreterLimits.nesting))
    }
    open.append([])
    try body(&self)
    decoder.code.ranges.append(open.removeLast())
    return decoder.code.ranges.count - 1
  }

  // MARK: Identifiers

  mutating func hold(_ word: UInt32, _ value: Held) {
    if case .local(let index) = LibraryFunction.Reference(word), held.indices.contains(index) { held[index] = value }
  }

  /// The value of an identifier: a constant, or a result.
  mutating func value(_ word: UInt32) throws(RenderError) -> (register: Int, type: GlobalPool.Index) {
    switch LibraryFunction.Reference(word) {
    case .global(let index):
      guard let type = decoder.pool.entries[index].type else { throw malformed("a type as a value") }
      return (try decoder.constant(index), type)
    case .local(let index):
      guard held.indices.contains(index), case .value(let register, let type)? = held[index] else {
        throw malformed("a value before its time")
      }
      return (register, type)
    default: throw malformed("a function as a value")
    }
  }

  func pointer(_ word: UInt32) throws(RenderError) -> (register: Int, offset: Int, pointee: GlobalPool.Index) {
    guard case .local(let index) = LibraryFunction.Reference(word), held.indices.contains(index),
      case .pointer(let register, let offset, let pointee)? = held[index]
    else { throw malformed("a pointer that is none") }
    return (register, offset, pointee)
  }

  func type(_ word: UInt32) throws(RenderError) -> GlobalPool.Index {
    guard case .global(let index) = LibraryFunction.Reference(word), decoder.pool.entries[index].opcode.isType else {
      throw malformed("a type that is none")
    }
    return index
  }

  /// Registers for what an instruction gives, under its identifier.
  mutating func newResult(_ instruction: Instruction) throws(RenderError) -> (register: Int, count: Int) {
    let type = try type(instruction[0])
    let count = try decoder.size(of: type)
    guard count > 0 || instruction.opcode == .functionCall else { throw malformed("a result without numbers") }
    let register = try decoder.registers(count)
    hold(instruction[1], .value(register: register, type: type))
    return (register, count)
  }
}
