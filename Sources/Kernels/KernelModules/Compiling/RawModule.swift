import SPIRVInstructions

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

  private(set) var head: [UInt32]
  private(set) var instructions: [RawInstruction] = []
  private(set) var globalCount: Int

  /// Nil for words that are no module.
  init?(_ words: [UInt32]) {
    head = Array(words.prefix(5))
    var rest = words.dropFirst(5)
    while let first = rest.first {
      let count = Int(first >> 16)
      guard count > 0, count <= rest.count else { return nil }
      instructions.append(RawInstruction(words: Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    globalCount = instructions.firstIndex { $0.opcode == .function } ?? instructions.count
  }

  /// - Parameter head: of a module that has at least these identifiers.
  init(_ head: [UInt32], _ globals: [RawInstruction], functions: [RawInstruction]) {
    (self.head, globalCount, instructions) = (head, globals.count, globals + functions)
  }

  var words: [UInt32] { head + instructions.flatMap(\.words) }

  /// The first thing in it that no kernel can have, as a message; nil where there is none.
  var foreign: String? {
    var variables: Set<UInt32> = []
    for global in instructions[..<globalCount] {
      switch global.opcode {
      case .typeInt, .typeFloat:
        if global.words[2] != 32 { return "numbers of \(global.words[2]) bits: those of kernels have 32" }
      case .variable: variables.insert(global.words[2])
      default: break
      }
    }
    for instruction in instructions[globalCount...] {
      switch instruction.opcode {
      case nil: return "instruction \(instruction.words[0] & 0xffff) of SPIR-V, which kernels cannot have"
      case .load, .accessChain, .inBoundsAccessChain, .store, .functionCall:
        if !variables.isDisjoint(with: instruction.pointers) {
          return "a variable outside of functions: kernels have only constants there"
        }
      case .some(let opcode):
        if !opcode.isOfFormulas { return "\(opcode.text), which kernels cannot have" }
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
