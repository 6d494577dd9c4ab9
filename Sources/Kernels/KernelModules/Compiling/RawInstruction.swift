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

  /// What an instruction of memory, or a call, may take as a pointer.
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
