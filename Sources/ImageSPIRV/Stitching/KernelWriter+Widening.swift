import ImageGraph

/// A function cannot be run on planes of four pixels: a loop's end depends on the pixel, it indexes by a value, or holds an
/// unusual instruction.
struct NotWidenable: Error {}

/// Runs a function symbolically, writing what it does for four pixels at once.
///
/// Variables and composites vanish: they are lists of lanes while the function is walked. Both sides of a branch are
/// written, and the results chosen by its condition; that is right because formulas have no side effects.
extension KernelWriter {
  enum Held {
    case value(Lanes, type: GlobalPool.Index)
    /// `count` lanes of a variable, from `offset`.
    case pointer(variable: Int, offset: Int, pointee: GlobalPool.Index)
  }

  /// How far a run got.
  enum Exit {
    /// At the block where it was to stop, coming from this one.
    case reached(from: UInt32)
    case returned(Lanes)
  }

  /// Where a value of a merge block comes from: the two blocks before it, and what was true for the first.
  private struct Join {
    var condition: Lane
    var first: UInt32
    var second: UInt32
  }

  struct Frame {
    var name: String
    var held: [Held?]
    /// The instructions after each label.
    var blocks: [UInt32: ArraySlice<UInt32>] = [:]
    var entry: UInt32?
    /// How many branches enclose the place.
    var depth = 0
    /// Where the loops that enclose the place go on and end: only the loop itself goes there.
    var fences: Set<UInt32> = []
  }

  /// More words than this for one formula are not worth the time of the driver's compiler.
  private static let widestBody = 60_000

  /// The function's result for arguments of which some are wide.
  mutating func widened(_ index: Int, _ arguments: [Lanes], readers: [ID]) throws -> Lanes {
    let outer = (memory, bound)
    (memory, bound) = ([], readers)
    defer { (memory, bound) = outer }
    let parameters = library.functions[index].parameters
    return try evaluate(index, zip(arguments, parameters).map { .value($0, type: $1) })
  }

  private mutating func evaluate(_ index: Int, _ arguments: [Held]) throws -> Lanes {
    let function = library.functions[index]
    var frame = Frame(name: function.name, held: Array(repeating: nil, count: function.localCount))
    var rest = arguments[...]
    var reader = InstructionReader(function.words)
    var open: (label: UInt32, start: Int)?
    while true {
      let start = reader.offset
      guard let instruction = try reader.next() else { break }
      switch instruction.opcode {
      case .functionParameter:
        guard let argument = rest.popFirst() else { throw NotWidenable() }
        frame.hold(instruction[1], argument)
      case .label, .functionEnd:
        if let open { frame.blocks[open.label] = function.words[open.start..<start] }
        guard instruction.opcode == .label else { continue }
        frame.entry = frame.entry ?? instruction[0]
        open = (instruction[0], reader.offset)
      default: continue
      }
    }
    guard let entry = frame.entry else { throw NotWidenable() }
    let variableCount = memory.count
    let exit = try run(&frame, from: entry, until: nil)
    memory.removeSubrange(variableCount...)
    guard case .returned(let lanes) = exit else { throw NotWidenable() }
    return lanes
  }

  mutating func run(_ frame: inout Frame, from start: UInt32, until stop: UInt32?) throws -> Exit {
    var label = start
    var join: Join?
    var visited: Set<UInt32> = []
    while true {
      guard let block = frame.blocks[label], visited.insert(label).inserted, emitter.module.position < Self.widestBody
      else { throw NotWidenable() }
      var reader = InstructionReader(block)
      var merge: UInt32?
      var next: UInt32?
      var loop: (merge: UInt32, continuing: UInt32)?
      while let instruction = try reader.next() {
        switch instruction.opcode {
        case .selectionMerge: merge = instruction[0]
        case .loopMerge: loop = (instruction[0], instruction[1])
        case .phi: try choose(instruction, &frame, join)
        case .branch: next = instruction[0]
        case .returnValue: return .returned(try frame.value(instruction[0], &self).lanes)
        case .branchConditional:
          guard let target = merge else { throw NotWidenable() }
          let condition = try frame.value(instruction[0], &self).lanes
          guard condition.count == 1 else { throw NotWidenable() }
          switch try branch(&frame, label, condition[0], instruction[1], instruction[2], target) {
          case .joined(let joined):
            (join, next) = (joined, target)
          case .returned(let lanes): return .returned(lanes)
          case .half(let lanes, let condition):
            // One side has returned: the other goes on to the end of the function.
            guard stop == nil, case .returned(let others) = try run(&frame, from: target, until: nil),
              lanes.count == others.count
            else { throw NotWidenable() }
            return .returned(zip(lanes, others).map { emitter.select(condition, $0, $1) })
          }
        default: try perform(instruction, &frame)
        }
      }
      guard var next else { throw NotWidenable() }
      if let loop {
        try writeLoop(&frame, from: next, header: label, merge: loop.merge, continuing: loop.continuing)
        next = loop.merge
      }
      if next == stop { return .reached(from: label) }
      guard !frame.fences.contains(next) else { throw NotWidenable() }
      if merge == nil { join = nil }
      label = next
    }
  }

  private enum Branched {
    case joined(Join)
    case returned(Lanes)
    /// Where the condition holds the result is there; elsewhere the function goes on.
    case half(Lanes, Lane)
  }

  /// Writes both sides of a branch.
  private mutating func branch(
    _ frame: inout Frame, _ label: UInt32, _ condition: Lane, _ first: UInt32, _ second: UInt32, _ merge: UInt32
  ) throws -> Branched {
    let before = memory
    frame.depth += 1
    defer { frame.depth -= 1 }
    guard frame.depth < 64 else { throw NotWidenable() }
    func side(_ writer: inout KernelWriter, _ start: UInt32) throws -> Exit {
      start == merge ? .reached(from: label) : try writer.run(&frame, from: start, until: merge)
    }
    let firstExit = try side(&self, first)
    let after = memory
    memory = before
    let secondExit = try side(&self, second)
    switch (firstExit, secondExit) {
    case (.reached(let a), .reached(let b)):
      for index in before.indices {
        memory[index] = zip(after[index], memory[index]).map { emitter.select(condition, $0, $1) }
      }
      return .joined(Join(condition: condition, first: a, second: b))
    case (.returned(let a), .returned(let b)):
      guard a.count == b.count else { throw NotWidenable() }
      return .returned(zip(a, b).map { emitter.select(condition, $0, $1) })
    case (.returned(let a), .reached): return .half(a, condition)
    case (.reached, .returned(let b)):
      memory = after
      return .half(b, emitter.operate(.logicalNot, .bool, condition))
    }
  }

  private mutating func choose(_ instruction: Instruction, _ frame: inout Frame, _ join: Join?) throws {
    guard let join, instruction.operandCount == 6, let type = frame.type(instruction[0]) else { throw NotWidenable() }
    let (a, b) = (try frame.value(instruction[2], &self).lanes, try frame.value(instruction[4], &self).lanes)
    let isInOrder = instruction[3] == join.first && instruction[5] == join.second
    guard isInOrder || (instruction[5] == join.first && instruction[3] == join.second), a.count == b.count else {
      throw NotWidenable()
    }
    let chosen = zip(a, b).map { emitter.select(join.condition, isInOrder ? $0 : $1, isInOrder ? $1 : $0) }
    frame.hold(instruction[1], .value(chosen, type: type))
  }

  // MARK: Instructions

  mutating func perform(_ instruction: Instruction, _ frame: inout Frame) throws {
    switch instruction.opcode {
    case .variable:
      guard frame.depth == 0, let type = frame.type(instruction[0]), let pointee = library.pool.pointee(of: type)
      else { throw NotWidenable() }
      let initial = instruction.operandCount > 3 ? try frame.value(instruction[3], &self).lanes : try undefined(pointee)
      guard initial.count == (try scalars(pointee).count) else { throw NotWidenable() }
      memory.append(initial)
      frame.hold(instruction[1], .pointer(variable: memory.count - 1, offset: 0, pointee: pointee))
    case .accessChain, .inBoundsAccessChain:
      guard case .pointer(let variable, var offset, var pointee)? = frame.held(instruction[2]) else {
        throw NotWidenable()
      }
      for word in instruction.words.dropFirst(3) {
        guard case .global(let constant) = ShaderFunction.Reference(word),
          let index = library.pool.integer(constant), let element = library.pool.element(index, of: pointee)
        else { throw NotWidenable() }
        (offset, pointee) = (offset + element.offset, element.type)
      }
      frame.hold(instruction[1], .pointer(variable: variable, offset: offset, pointee: pointee))
    case .load:
      guard case .pointer(let variable, let offset, let pointee)? = frame.held(instruction[2]) else {
        throw NotWidenable()
      }
      let count = try scalars(pointee).count
      frame.hold(instruction[1], .value(Array(memory[variable][offset..<(offset + count)]), type: pointee))
    case .store:
      guard case .pointer(let variable, let offset, let pointee)? = frame.held(instruction[0]) else {
        throw NotWidenable()
      }
      let lanes = try frame.value(instruction[1], &self).lanes
      guard lanes.count == (try scalars(pointee).count) else { throw NotWidenable() }
      memory[variable].replaceSubrange(offset..<(offset + lanes.count), with: lanes)
    case .functionCall:
      if case .reader(let number) = ShaderFunction.Reference(instruction[2]), let type = frame.type(instruction[0]),
        instruction.operandCount == 4, bound.indices.contains(number)
      {
        let color = try read(bound[number], try frame.value(instruction[3], &self).lanes)
        return frame.hold(instruction[1], .value(color, type: type))
      }
      guard case .function(let callee) = ShaderFunction.Reference(instruction[2]), let type = frame.type(instruction[0])
      else { throw NotWidenable() }
      var arguments: [Held] = []
      for word in instruction.words.dropFirst(3) { arguments.append(try frame.any(word, &self)) }
      frame.hold(instruction[1], .value(try evaluate(callee, arguments), type: type))
    default:
      guard instruction.operandCount >= 2, let type = frame.type(instruction[0]) else { throw NotWidenable() }
      let result = try compute(instruction, &frame, try scalars(type))
      guard result.count == (try scalars(type).count) else { throw NotWidenable() }
      frame.hold(instruction[1], .value(result, type: type))
    }
  }

  /// The result of an instruction without side effects.
  private mutating func compute(
    _ instruction: Instruction, _ frame: inout Frame, _ result: [Scalar]
  ) throws -> Lanes {
    var operands: [(lanes: Lanes, type: GlobalPool.Index)] = []
    for index in 2..<max(2, instruction.operandCount) where instruction.layout.word(at: index) == .id {
      // The set of an extended instruction is no value.
      if instruction.opcode == .extInst, index == 2 { continue }
      operands.append(try frame.value(instruction[index], &self))
    }
    let lanes = operands.map(\.lanes)

    switch instruction.opcode {
    case .undef: return try result.map { try zero($0) }
    case .copyObject where lanes.count == 1: return lanes[0]
    case .compositeConstruct: return Array(lanes.joined())
    case .compositeExtract where lanes.count == 1:
      let (offset, type) = try element(instruction.words.dropFirst(3), of: operands[0].type)
      return Array(lanes[0][offset..<(offset + (try scalars(type).count))])
    case .compositeInsert where lanes.count == 2:
      let (offset, type) = try element(instruction.words.dropFirst(4), of: operands[1].type)
      guard try scalars(type).count == lanes[0].count else { throw NotWidenable() }
      var whole = lanes[1]
      whole.replaceSubrange(offset..<(offset + lanes[0].count), with: lanes[0])
      return whole
    case .vectorShuffle where lanes.count == 2:
      let all = lanes[0] + lanes[1]
      return try instruction.words.dropFirst(4).map { index in
        guard index < all.count else { throw NotWidenable() }
        return all[Int(index)]
      }
    case .vectorTimesScalar where lanes.count == 2 && lanes[1].count == 1,
      .matrixTimesScalar where lanes.count == 2 && lanes[1].count == 1:
      return lanes[0].map { emitter.multiply($0, lanes[1][0]) }
    case .dot where lanes.count == 2 && lanes[0].count == lanes[1].count:
      return [emitter.dot(lanes[0], lanes[1])]
    case .matrixTimesVector where lanes.count == 2: return try transform(lanes[0], lanes[1], rows: result.count)
    case .vectorTimesMatrix where lanes.count == 2:
      let columns = try columns(of: lanes[1], rows: lanes[0].count)
      return columns.map { emitter.dot(lanes[0], $0) }
    case .matrixTimesMatrix where lanes.count == 2:
      let (inner, rows) = (try rowCount(operands[1].type), try rowCount(operands[0].type))
      var product: Lanes = []
      for column in try columns(of: lanes[1], rows: inner) { product += try transform(lanes[0], column, rows: rows) }
      return product
    case .transpose where lanes.count == 1:
      let rows = try rowCount(operands[0].type)
      let columns = try columns(of: lanes[0], rows: rows)
      return (0..<rows).flatMap { row in columns.map { $0[row] } }
    case .any where lanes.count == 1:
      return [lanes[0].dropFirst().reduce(lanes[0][0]) { emitter.operate(.logicalOr, .bool, $0, $1) }]
    case .all where lanes.count == 1:
      return [lanes[0].dropFirst().reduce(lanes[0][0]) { emitter.and($0, $1) }]
    case .extInst where instruction.operandCount > 4 && !lanes.isEmpty:
      return try extended(instruction[3], lanes, result)
    case .select where lanes.count == 3:
      let condition = lanes[0].count == 1 ? Array(repeating: lanes[0][0], count: result.count) : lanes[0]
      return try elementWise([condition, lanes[1], lanes[2]], result) { emitter, lanes, _ in
        emitter.select(lanes[0], lanes[1], lanes[2])
      }
    case let opcode where opcode.isElementWise && !lanes.isEmpty:
      return try elementWise(lanes, result) { $0.operate(opcode, $2, $1) }
    default: throw NotWidenable()
    }
  }

  private mutating func elementWise(
    _ operands: [Lanes], _ result: [Scalar], _ body: (inout LaneEmitter, Lanes, Scalar) -> Lane
  ) throws -> Lanes {
    guard operands.allSatisfy({ $0.count == result.count }) else { throw NotWidenable() }
    return result.indices.map { index in body(&emitter, operands.map { $0[index] }, result[index]) }
  }

  /// A GLSL.std.450 instruction.
  private mutating func extended(_ number: UInt32, _ lanes: [Lanes], _ result: [Scalar]) throws -> Lanes {
    switch number {
    // Round to SmoothStep and Fma without those on matrices and pairs, Ldexp, FindILsb..., NMin, NMax, NClamp.
    case 1...32, 37...46, 48...50, 53, 73...75, 79...81:
      return try elementWise(lanes, result) { $0.extended(number, $2, $1) }
    case 66: return [length(lanes[0])]
    case 67 where lanes.count == 2 && lanes[0].count == lanes[1].count:
      return [length(zip(lanes[0], lanes[1]).map { emitter.subtract($0, $1) })]
    case 68 where lanes.count == 2 && lanes.allSatisfy({ $0.count == 3 }):
      let (a, b) = (lanes[0], lanes[1])
      return (0..<3).map { index in
        let (j, k) = ((index + 1) % 3, (index + 2) % 3)
        return emitter.subtract(emitter.multiply(a[j], b[k]), emitter.multiply(b[j], a[k]))
      }
    case 69:
      let scale = emitter.extended(.inverseSqrt, .float, emitter.dot(lanes[0], lanes[0]))
      return lanes[0].map { emitter.multiply($0, scale) }
    default: throw NotWidenable()
    }
  }

  private mutating func length(_ lanes: Lanes) -> Lane {
    emitter.extended(.sqrt, .float, emitter.dot(lanes, lanes))
  }

  private mutating func transform(_ matrix: Lanes, _ vector: Lanes, rows: Int) throws -> Lanes {
    let columns = try columns(of: matrix, rows: rows)
    guard columns.count == vector.count else { throw NotWidenable() }
    return (0..<rows).map { row in emitter.dot(columns.map { $0[row] }, vector) }
  }

  private func columns(of matrix: Lanes, rows: Int) throws -> [Lanes] {
    guard rows > 0, !matrix.isEmpty, matrix.count % rows == 0 else { throw NotWidenable() }
    return stride(from: 0, to: matrix.count, by: rows).map { Array(matrix[$0..<($0 + rows)]) }
  }

  // MARK: Types and constants

  private func scalars(_ type: GlobalPool.Index) throws -> [Scalar] {
    guard let scalars = library.pool.scalars(of: type) else { throw NotWidenable() }
    return scalars
  }

  /// How many components a column of a matrix has.
  private func rowCount(_ matrix: GlobalPool.Index) throws -> Int {
    guard library.pool.entries[matrix].opcode == .typeMatrix, let column = library.pool.element(0, of: matrix) else {
      throw NotWidenable()
    }
    return try scalars(column.type).count
  }

  private func element(
    _ path: ArraySlice<UInt32>, of type: GlobalPool.Index
  ) throws -> (offset: Int, type: GlobalPool.Index) {
    var (offset, type) = (0, type)
    for index in path {
      guard let element = library.pool.element(Int(index), of: type) else { throw NotWidenable() }
      (offset, type) = (offset + element.offset, element.type)
    }
    return (offset, type)
  }

  private mutating func zero(_ scalar: Scalar) throws -> Lane {
    emitter.constant(emitter.module.global(.constantNull, type: emitter.module.type(scalar), []), scalar)
  }

  private mutating func undefined(_ type: GlobalPool.Index) throws -> Lanes {
    try scalars(type).map { try zero($0) }
  }

  /// The lanes of a constant of the library.
  fileprivate mutating func constant(_ index: GlobalPool.Index) throws -> (lanes: Lanes, type: GlobalPool.Index) {
    let entry = library.pool.entries[index]
    guard let type = entry.type else { throw NotWidenable() }
    switch entry.opcode {
    case .constantComposite:
      var lanes: Lanes = []
      for element in entry.operands { lanes += try constant(Int(element)).lanes }
      guard lanes.map(\.scalar) == (try scalars(type)) else { throw NotWidenable() }
      return (lanes, type)
    case .constantNull, .undef: return (try undefined(type), type)
    case .constant, .constantTrue, .constantFalse:
      let scalars = try scalars(type)
      guard scalars.count == 1 else { throw NotWidenable() }
      return ([emitter.constant(globalID(index), scalars[0])], type)
    default: throw NotWidenable()
    }
  }
}

extension KernelWriter.Frame {
  private func local(_ word: UInt32) -> Int? {
    guard case .local(let index) = ShaderFunction.Reference(word), held.indices.contains(index) else { return nil }
    return index
  }

  fileprivate mutating func hold(_ word: UInt32, _ value: KernelWriter.Held) {
    if let index = local(word) { held[index] = value }
  }

  func held(_ word: UInt32) -> KernelWriter.Held? { local(word).flatMap { held[$0] } }

  fileprivate func type(_ word: UInt32) -> GlobalPool.Index? {
    if case .global(let index) = ShaderFunction.Reference(word) { index } else { nil }
  }

  fileprivate func any(_ word: UInt32, _ writer: inout KernelWriter) throws -> KernelWriter.Held {
    if case .global(let index) = ShaderFunction.Reference(word) {
      let constant = try writer.constant(index)
      return .value(constant.lanes, type: constant.type)
    }
    guard let value = held(word) else { throw NotWidenable() }
    return value
  }

  func value(
    _ word: UInt32, _ writer: inout KernelWriter
  ) throws -> (lanes: Lanes, type: GlobalPool.Index) {
    guard case .value(let lanes, let type) = try any(word, &writer) else { throw NotWidenable() }
    return (lanes, type)
  }
}

extension Opcode {
  /// True when the instruction does the same to each component, and so also to each pixel.
  var isElementWise: Bool {
    switch self {
    case .convertFToU, .convertFToS, .convertSToF, .convertUToF, .bitcast, .isNan, .isInf, .not, .bitReverse, .bitCount:
      true
    default:
      (Opcode.sNegate.rawValue...Opcode.fMod.rawValue).contains(rawValue)
        || (Opcode.logicalEqual.rawValue...Opcode.logicalNot.rawValue).contains(rawValue)
        || (Opcode.iEqual.rawValue...Opcode.bitwiseAnd.rawValue).contains(rawValue)
    }
  }
}
