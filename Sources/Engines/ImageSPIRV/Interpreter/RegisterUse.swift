/// The use of a register in straight-line code, which determines whether it can be bound to a caller's plane without a
/// copy.
struct RegisterUse {
  /// Whether it is a parameter that is never written.
  private(set) var isConstant = false
  /// Whether it is a parameter but not a result: it can be bound to a plane for reading.
  private(set) var isPlainParameter = false
  /// Whether it is only a result: it can be bound to a plane for writing.
  private(set) var isPlainResult = false
  /// For a parameter: the position of the last read.
  private var lastRead = -1
  /// For a result: the position of the first write.
  private var firstWrite = Int.max

  /// Returns whether this result can be written to the plane of a parameter: that is not read after the first write. An
  /// instruction reads a vector before it writes it.
  func mayWrite(over parameter: RegisterUse) -> Bool { parameter.lastRead <= firstWrite }

  /// Returns the uses by register. In code that is not straight-line, no register can be bound.
  static func uses(in code: LaneCode) -> [RegisterUse] {
    var uses = Array(repeating: RegisterUse(), count: code.registerCount)
    guard code.isStraight, let function = code.functions.last else { return uses }
    for register in function.results {
      uses[register].isPlainResult = function.results.count { $0 == register } == 1
    }
    for (register, _) in code.constants { uses[register].isPlainResult = false }
    for register in function.parameters.flatMap({ $0.register..<$0.register + $0.count }) {
      uses[register].isPlainResult = false
      (uses[register].isConstant, uses[register].isPlainParameter) = (true, !function.results.contains(register))
    }
    for (index, instruction) in code.ranges[0].enumerated() {
      let (result, operands) = instruction.registers!
      for (operand, range) in operands.enumerated() {
        for (part, register) in range.enumerated() {
          uses[Int(register)].lastRead = max(
            uses[Int(register)].lastRead, index * parts + instruction.part(reading: part, ofOperand: operand))
        }
      }
      for (part, register) in result.enumerated() {
        (uses[Int(register)].isConstant, uses[Int(register)].isPlainParameter) = (false, false)
        // A read writes four contiguous components to the result.
        if instruction.operation == .read { uses[Int(register)].isPlainResult = false }
        uses[Int(register)].firstWrite = min(
          uses[Int(register)].firstWrite, index * parts + (instruction.isByParts ? part : 0))
      }
    }
    // A result that is never written has the initial value of its register.
    for register in function.results where uses[register].firstWrite == .max { uses[register].isPlainResult = false }
    return uses
  }

  /// Greater than the number of registers of an instruction.
  private static let parts = 64
}

extension LaneInstruction {
  /// Whether a component of the result is written before the operands of the next component are read. Otherwise all
  /// operands are read first, vector by vector.
  fileprivate var isByParts: Bool {
    switch operation {
    case .dot, .any, .all, .read: false
    case .function: ![LaneFunctions.determinant, LaneFunctions.inverse].contains(Int(number))
    default: true
    }
  }

  /// Returns the last component of the result for which a component of an operand is read.
  fileprivate func part(reading part: Int, ofOperand operand: Int) -> Int {
    guard isByParts else { return 0 }
    return (operation == .scale && operand == 1) || (operation == .selectWhole && operand == 2) ? Int(count) - 1 : part
  }
}
