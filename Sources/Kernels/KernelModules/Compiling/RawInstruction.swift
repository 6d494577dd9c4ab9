import SPIRVInstructions

/// A SPIR-V instruction as words. The first holds the opcode and the length.
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

  /// The operands of a memory instruction or call that may be pointers.
  var pointers: ArraySlice<UInt32> {
    switch opcode {
    case .store: words[1...1]
    case .load, .accessChain, .inBoundsAccessChain: words[3...3]
    default: words.dropFirst(4)
    }
  }

  var isJump: Bool {
    switch opcode {
    case .branch, .branchConditional, .switch: true
    default: false
    }
  }

  /// The target labels of a jump.
  var targets: Set<UInt32> {
    switch opcode {
    case .branch: [words[1]]
    case .branchConditional: [words[2], words[3]]
    case .switch: Set([words[2]] + stride(from: 4, to: words.count, by: 2).map { words[$0] })
    default: []
    }
  }
}
