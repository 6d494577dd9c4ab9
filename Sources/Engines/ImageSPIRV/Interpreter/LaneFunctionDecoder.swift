import ImageGraph

/// A decoder of one function to interpreted code.
struct LaneFunctionDecoder {
  /// The meaning of an identifier of the function.
  enum Binding {
    case value(register: Int, type: GlobalPool.Index)
    /// The first register of a variable, and the register of an offset; -1 for none.
    case pointer(register: Int, offset: Int, pointee: GlobalPool.Index)
  }

  /// A basic block with its merge instruction and terminator.
  struct Block {
    var instructions: [Instruction] = []
    var merge: Instruction?
    var end: Instruction?
    /// The index in the function: cases of a switch fall through to later ones.
    var order: Int
  }

  var decoder: LaneDecoder
  let source: LibraryFunction
  var function: LaneFunction
  var bindings: [Binding?]
  private(set) var blocks: [UInt32: Block] = [:]
  private(set) var entry: UInt32 = 0
  /// The number of walked blocks. Structured code walks each block once; other code is rejected by a limit.
  var walkedBlocks = 0
  /// The instructions of the nested ranges that are being decoded.
  var open: [[LaneInstruction]] = []

  init(_ decoder: LaneDecoder, _ source: LibraryFunction) throws(RenderError) {
    (self.decoder, self.source) = (decoder, source)
    function = LaneFunction(name: source.name)
    bindings = Array(repeating: nil, count: source.localCount)
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
    // The incoming values of a phi may be defined in later blocks.
    for block in blocks.values.sorted(by: { $0.order < $1.order }) {
      for instruction in block.instructions where instruction.opcode == .phi {
        _ = try newResult(instruction)
      }
    }
  }

  /// Declares a parameter: a value, or a variable whose value is copied in and out.
  private mutating func parameter(_ instruction: Instruction) throws(RenderError) {
    guard case .global(let type) = LibraryFunction.Reference(instruction[0]) else { throw malformed("a parameter") }
    let count = try decoder.size(of: type)
    let register = try decoder.registers(count)
    function.parameters.append((register, count))
    if let pointee = decoder.pool.pointee(of: type) {
      bind(instruction[1], .pointer(register: register, offset: -1, pointee: pointee))
    } else {
      bind(instruction[1], .value(register: register, type: type))
    }
  }

  func malformed(_ what: String) -> RenderError { .invalidArgument("SPIR-V: \(source.name): \(what) is malformed") }

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

  /// Decodes a range of code with `body`; returns the index of the range.
  mutating func range(_ body: (inout Self) throws(RenderError) -> Void) throws(RenderError) -> Int {
    guard open.count < InterpreterLimits.nesting else {
      throw .limit(
        "nested branches in \(source.name)", requested: UInt64(open.count + 1),
        allowed: UInt64(InterpreterLimits.nesting))
    }
    open.append([])
    try body(&self)
    decoder.code.ranges.append(open.removeLast())
    return decoder.code.ranges.count - 1
  }

  // MARK: Identifiers

  mutating func bind(_ word: UInt32, _ value: Binding) {
    if case .local(let index) = LibraryFunction.Reference(word), bindings.indices.contains(index) {
      bindings[index] = value
    }
  }

  /// Returns the register and type of an identifier: a constant, or a result.
  mutating func value(_ word: UInt32) throws(RenderError) -> (register: Int, type: GlobalPool.Index) {
    switch LibraryFunction.Reference(word) {
    case .global(let index):
      guard let type = decoder.pool.entries[index].type else { throw malformed("a type as a value") }
      return (try decoder.constant(index), type)
    case .local(let index):
      guard bindings.indices.contains(index), case .value(let register, let type)? = bindings[index] else {
        throw malformed("the order of values")
      }
      return (register, type)
    default: throw malformed("a function as a value")
    }
  }

  func pointer(_ word: UInt32) throws(RenderError) -> (register: Int, offset: Int, pointee: GlobalPool.Index) {
    guard case .local(let index) = LibraryFunction.Reference(word), bindings.indices.contains(index),
      case .pointer(let register, let offset, let pointee)? = bindings[index]
    else { throw malformed("a pointer") }
    return (register, offset, pointee)
  }

  func type(_ word: UInt32) throws(RenderError) -> GlobalPool.Index {
    guard case .global(let index) = LibraryFunction.Reference(word), decoder.pool.entries[index].opcode.isType else {
      throw malformed("a type")
    }
    return index
  }

  /// Allocates registers for the result of an instruction, and binds its identifier.
  mutating func newResult(_ instruction: Instruction) throws(RenderError) -> (register: Int, count: Int) {
    let type = try type(instruction[0])
    let count = try decoder.size(of: type)
    guard count > 0 || instruction.opcode == .functionCall else { throw malformed("a result without components") }
    let register = try decoder.registers(count)
    bind(instruction[1], .value(register: register, type: type))
    return (register, count)
  }
}
