/// How code without branches uses a register: whether it may lie in a plane of others, so that nothing is copied.
struct RegisterUse {
  /// A parameter that nobody writes.
  private(set) var isConstant = false
  /// One that is no result: it may be read anywhere.
  private(set) var isPlainParameter = false
  /// A result that is nothing else: it may be written anywhere.
  private(set) var isPlainResult = false
  /// Of a parameter: when it is read for the last time.
  private var lastRead = -1
  /// Of a result: when it is written for the first.
  private var firstWrite = Int.max

  /// Whether this result may be written over a parameter: that is read no more then, or by what writes the result,
  /// which reads a vector before it writes it.
  func mayWrite(over parameter: RegisterUse) -> Bool { parameter.lastRead <= firstWrite }

  /// By register; of other code that all stay where they are.
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
        // Points are given four numbers side by side.
        if instruction.operation == .read { uses[Int(register)].isPlainResult = false }
        uses[Int(register)].firstWrite = min(
          uses[Int(register)].firstWrite, index * parts + (instruction.isByParts ? part : 0))
      }
    }
    // What was never given a value has that of its register.
    for register in function.results where uses[register].firstWrite == .max { uses[register].isPlainResult = false }
    return uses
  }

  /// More than an instruction has.
  private static let parts = 64
}

extension LaneInstruction {
  /// True where a part of the result is written before the next part's operands are read; else all are read first,
  /// vector by vector.
  fileprivate var isByParts: Bool {
    switch operation {
    case .dot, .any, .all, .read: false
    case .function: ![LaneFunctions.determinant, LaneFunctions.inverse].contains(Int(number))
    default: true
    }
  }

  /// The last part of the result for which a part of an operand is read.
  fileprivate func part(reading part: Int, ofOperand operand: Int) -> Int {
    guard isByParts else { return 0 }
    return (operation == .scale && operand == 1) || (operation == .selectWhole && operand == 2) ? Int(count) - 1 : part
  }
}
