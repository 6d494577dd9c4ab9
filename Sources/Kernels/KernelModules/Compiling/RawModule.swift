import SPIRVInstructions

/// A SPIR-V module as a list of instructions, for edits.
struct RawModule {
  struct Function {
    let instructions: [RawInstruction]
    var id: UInt32 { instructions[0].words[2] }
    var callees: Set<UInt32> { Set(instructions.filter { $0.opcode == .functionCall }.map { $0.words[3] }) }

    /// The merge blocks of loops, by header block, for headers that end with an unconditional branch.
    var headers: [UInt32: UInt32] {
      var (headers, label): ([UInt32: UInt32], UInt32) = ([:], 0)
      for instruction in instructions {
        if instruction.opcode == .label { label = instruction.words[1] }
        if instruction.opcode == .loopMerge { headers[label] = instruction.words[1] }
      }
      return headers
    }
  }

  private(set) var head: [UInt32]
  private(set) var instructions: [RawInstruction] = []
  private(set) var globalCount: Int

  /// Returns nil if the words are not a module.
  init?(_ words: [UInt32]) {
    head = Array(words.prefix(5))
    var remaining = words.dropFirst(5)
    while let first = remaining.first {
      let count = Int(first >> 16)
      guard count > 0, count <= remaining.count else { return nil }
      instructions.append(RawInstruction(words: Array(remaining.prefix(count))))
      remaining = remaining.dropFirst(count)
    }
    globalCount = instructions.firstIndex { $0.opcode == .function } ?? instructions.count
  }

  /// - Parameter head: the header of a module with at least these identifiers.
  init(_ head: [UInt32], _ globals: [RawInstruction], functions: [RawInstruction]) {
    (self.head, globalCount, instructions) = (head, globals.count, globals + functions)
  }

  var words: [UInt32] { head + instructions.flatMap(\.words) }

  /// The message about the first construct that kernels do not support; nil if there is none.
  var unsupported: String? {
    var variables: Set<UInt32> = []
    for global in instructions[..<globalCount] {
      switch global.opcode {
      case .typeInt, .typeFloat:
        if global.words[2] != 32 { return "numbers of \(global.words[2]) bits: kernels have numbers of 32 bits only" }
      case .variable: variables.insert(global.words[2])
      default: break
      }
    }
    for instruction in instructions[globalCount...] {
      switch instruction.opcode {
      case nil: return "instruction \(instruction.words[0] & 0xffff) of SPIR-V, which kernels do not support"
      case .load, .accessChain, .inBoundsAccessChain, .store, .functionCall:
        if !variables.isDisjoint(with: instruction.pointers) {
          return "a variable outside of functions: kernels have only global constants"
        }
      case .some(let opcode):
        if !opcode.isOfFormulas { return "\(opcode.text), which kernels do not support" }
      }
    }
    return nil
  }

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

  /// Returns a type with these operands, existing or new.
  mutating func type(_ opcode: Opcode, _ operands: [UInt32]) -> UInt32 {
    for existing in instructions[..<globalCount]
    where existing.opcode == opcode && Array(existing.words[2...]) == operands {
      return existing.words[1]
    }
    let id = newID()
    add(RawInstruction(opcode, [id] + operands))
    return id
  }

  mutating func constant(_ value: UInt32, of type: UInt32) -> UInt32 {
    for existing in instructions[..<globalCount] where existing.opcode == .constant {
      if existing.words[1] == type, existing.words[3] == value { return existing.words[2] }
    }
    let id = newID()
    add(RawInstruction(.constant, [type, id, value]))
    return id
  }

  /// Names an identifier. Does nothing if the module has no names.
  mutating func name(_ id: UInt32, _ text: String) {
    guard let index = instructions[..<globalCount].firstIndex(where: { $0.opcode == .name }) else { return }
    var words = Array(repeating: UInt32(0), count: text.utf8.count / 4 + 1)
    for (offset, byte) in text.utf8.enumerated() { words[offset / 4] |= UInt32(byte) << UInt32(offset % 4 * 8) }
    instructions.insert(RawInstruction(.name, [id] + words), at: index)
    globalCount += 1
  }

  /// Returns a function type with one more parameter.
  mutating func functionType(_ id: UInt32, adding parameter: UInt32) -> UInt32 {
    guard let existing = instructions[..<globalCount].first(where: { $0.opcode == .typeFunction && $0.words[1] == id })
    else { return id }
    return type(.typeFunction, Array(existing.words[2...]) + [parameter])
  }

  private mutating func add(_ global: RawInstruction) {
    instructions.insert(global, at: globalCount)
    globalCount += 1
  }
}
