import SPIRVInstructions

/// An instruction, with its type and its result separate from the operands.
package struct ShaderInstruction: Sendable {
  package let opcode: Opcode
  package var type: ShaderID?
  package var result: ShaderID?
  package var operands: [UInt32] = []

  init(_ opcode: Opcode, _ words: ArraySlice<UInt32>) {
    self.opcode = opcode
    let layout = Opcode.layouts[Int(opcode.rawValue)]!
    for (index, word) in words.enumerated() {
      switch layout.word(at: index) {
      case .type: type = word
      case .result: result = word
      default: operands.append(word)
      }
    }
  }
}

/// A basic block.
package struct ShaderBlock: Sendable {
  package enum Merge: Sendable {
    /// The merge block of a branch.
    case selection(ShaderID)
    /// The merge block and the continue target of a loop.
    case loop(merge: ShaderID, next: ShaderID)
  }

  package enum End: Sendable {
    case branch(ShaderID)
    case conditional(ShaderID, ShaderID, ShaderID)
    /// A switch: the selector, the default target, and the cases.
    case choice(ShaderID, other: ShaderID, cases: [(number: UInt32, target: ShaderID)])
    case returned(ShaderID?)
    case unreachable
  }

  package var label: ShaderID
  package var phis: [ShaderInstruction] = []
  package var body: [ShaderInstruction] = []
  package var merge: Merge?
  package var end: End = .unreachable
}

/// A function as basic blocks.
package struct ShaderFunction: Sendable {
  package let id: ShaderID
  package let resultType: ShaderID
  package private(set) var parameters: [ShaderID] = []
  package private(set) var blocks: [ShaderBlock] = []
  private var indices: [ShaderID: Int] = [:]

  init(id: ShaderID, resultType: ShaderID) { (self.id, self.resultType) = (id, resultType) }

  package func block(_ label: ShaderID) -> ShaderBlock { blocks[indices[label]!] }
  package var entry: ShaderID { blocks[0].label }
  var lastLabel: ShaderID { blocks[blocks.count - 1].label }
  /// Returns a block's index in the function.
  func index(of label: ShaderID) -> Int { indices[label]! }

  /// All instructions except jumps and phis.
  var instructions: some Sequence<ShaderInstruction> { blocks.lazy.flatMap(\.body) }

  /// The functions that it calls directly.
  var callees: [ShaderID] { instructions.filter { $0.opcode == .functionCall }.map { $0.operands[0] } }

  mutating func append(_ instruction: ShaderInstruction) throws(StageError) {
    let operands = instruction.operands
    switch instruction.opcode {
    case .functionParameter: parameters.append(instruction.result!)
    case .label:
      indices[instruction.result!] = blocks.count
      blocks.append(ShaderBlock(label: instruction.result!))
    case .phi: blocks[blocks.count - 1].phis.append(instruction)
    case .selectionMerge: blocks[blocks.count - 1].merge = .selection(operands[0])
    case .loopMerge: blocks[blocks.count - 1].merge = .loop(merge: operands[0], next: operands[1])
    case .branch: blocks[blocks.count - 1].end = .branch(operands[0])
    case .branchConditional: blocks[blocks.count - 1].end = .conditional(operands[0], operands[1], operands[2])
    case .return: blocks[blocks.count - 1].end = .returned(nil)
    case .returnValue: blocks[blocks.count - 1].end = .returned(operands[0])
    case .unreachable: blocks[blocks.count - 1].end = .unreachable
    case .switch:
      let cases = stride(from: 2, to: operands.count - 1, by: 2).map { (operands[$0], operands[$0 + 1]) }
      blocks[blocks.count - 1].end = .choice(operands[0], other: operands[1], cases: cases)
    case .kill: throw StageError("discard is not supported")
    default: blocks[blocks.count - 1].body.append(instruction)
    }
  }
}

extension ShaderModule {
  /// Returns n for the function `readN`.
  package func reader(_ function: ShaderID) -> Int? {
    guard let name = names[function], name.hasPrefix("read"), name.hasSuffix("(vf2;") else { return nil }
    return Int(name.dropFirst(4).dropLast(5))
  }
}
