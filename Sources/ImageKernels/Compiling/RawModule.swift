import ImageGraph
import ImageSPIRV
import SPIRVInstructions

/// An instruction as its words, the one with opcode and length first.
struct RawInstruction {
  var words: [UInt32]
  var opcode: Opcode? { Opcode(rawValue: words[0] & 0xffff) }

  init(words: [UInt32]) { self.words = words }

  init(_ opcode: Opcode, _ operands: [UInt32]) {
    words = [UInt32(operands.count + 1) << 16 | opcode.rawValue] + operands
  }

  mutating func append(_ operand: UInt32) {
    words.append(operand)
    words[0] += 1 << 16
  }

  var isJump: Bool {
    switch opcode {
    case .branch, .branchConditional, .switch: true
    default: false
    }
  }

  /// Where a jump goes.
  var targets: Set<UInt32> {
    switch opcode {
    case .branch: [words[1]]
    case .branchConditional: [words[2], words[3]]
    case .switch: Set([words[2]] + stride(from: 4, to: words.count, by: 2).map { words[$0] })
    default: []
    }
  }
}

/// A module as a list of instructions that can be added to.
struct RawModule {
  struct Function {
    let instructions: [RawInstruction]
    var id: UInt32 { instructions[0].words[2] }
    var callees: Set<UInt32> { Set(instructions.filter { $0.opcode == .functionCall }.map { $0.words[3] }) }

    /// The headers of loops that go on unconditionally, and where these loops are left for.
    var headers: [UInt32: UInt32] {
      var (headers, label): ([UInt32: UInt32], UInt32) = ([:], 0)
      for instruction in instructions {
        if instruction.opcode == .label { label = instruction.words[1] }
        if instruction.opcode == .loopMerge { headers[label] = instruction.words[1] }
      }
      return headers
    }
  }

  private var head: [UInt32]
  private(set) var instructions: [RawInstruction] = []
  private var globalCount: Int

  /// - Throws: `invalidArgument` for words that are no module.
  init(_ words: [UInt32]) throws(RenderError) {
    head = Array(words.prefix(5))
    var reader = InstructionReader(words.dropFirst(5))
    while let (opcode, operands) = try reader.nextRaw() {
      instructions.append(RawInstruction(words: [UInt32(operands.count + 1) << 16 | opcode] + operands))
    }
    globalCount = instructions.firstIndex { $0.opcode == .function } ?? instructions.count
  }

  var words: [UInt32] { head + instructions.flatMap(\.words) }

  var functions: [Function] {
    var functions: [Function] = []
    var open: [RawInstruction] = []
    for instruction in instructions[globalCount...] {
      open.append(instruction)
      if instruction.opcode == .functionEnd {
        functions.append(Function(instructions: open))
        open = []
      }
    }
    return functions
  }

  mutating func replaceFunctions(by new: [RawInstruction]) { instructions.replaceSubrange(globalCount..., with: new) }

  mutating func newID() -> UInt32 {
    head[3] += 1
    return head[3] - 1
  }

  /// A type with these operands, the one that is there or a new one.
  mutating func type(_ opcode: Opcode, _ operands: [UInt32]) -> UInt32 {
    for known in instructions[..<globalCount] where known.opcode == opcode && Array(known.words[2...]) == operands {
      return known.words[1]
    }
    let id = newID()
    add(RawInstruction(opcode, [id] + operands))
    return id
  }

  mutating func constant(_ value: UInt32, of type: UInt32) -> UInt32 {
    for known in instructions[..<globalCount] where known.opcode == .constant {
      if known.words[1] == type, known.words[3] == value { return known.words[2] }
    }
    let id = newID()
    add(RawInstruction(.constant, [type, id, value]))
    return id
  }

  /// Names an identifier; nothing where the module names none.
  mutating func name(_ id: UInt32, _ text: String) {
    guard let place = instructions[..<globalCount].firstIndex(where: { $0.opcode == .name }) else { return }
    var words = Array(repeating: UInt32(0), count: text.utf8.count / 4 + 1)
    for (index, byte) in text.utf8.enumerated() { words[index / 4] |= UInt32(byte) << UInt32(index % 4 * 8) }
    instructions.insert(RawInstruction(.name, [id] + words), at: place)
    globalCount += 1
  }

  /// The type of functions with one parameter more.
  mutating func functionType(_ id: UInt32, adding parameter: UInt32) -> UInt32 {
    guard let known = instructions[..<globalCount].first(where: { $0.opcode == .typeFunction && $0.words[1] == id })
    else { return id }
    return type(.typeFunction, Array(known.words[2...]) + [parameter])
  }

  private mutating func add(_ global: RawInstruction) {
    instructions.insert(global, at: globalCount)
    globalCount += 1
  }
}
