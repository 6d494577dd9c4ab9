/// An optimisation of code without loops to straight-line code: calls are inlined, both sides of branches are computed
/// and selected, copies are forwarded, and unused instructions are removed. A shader compiler stores each parameter and
/// variable in memory, which is most of the cost of a short kernel.
struct BranchFreeCode {
  private var instructions: [LaneInstruction] = []
  private let code: LaneCode

  /// Returns the optimised code. Code with loops, dynamic indices, or returns or reads within branches is returned
  /// unchanged.
  static func simplified(_ code: LaneCode) -> LaneCode {
    guard let root = code.functions.last else { return code }
    var straight = BranchFreeCode(code)
    guard straight.append(root, depth: 0) else { return code }
    let results = straight.forwardCopies(results: root.results)
    straight.removeUnread(results)
    return straight.renumbered(root, results)
  }

  private init(_ code: LaneCode) { self.code = code }

  // MARK: Straight-line code

  /// Appends a function. Returns false if it cannot be converted to straight-line code.
  private mutating func append(_ function: LaneFunction, depth: Int) -> Bool {
    append(range: function.body, isBody: true, where: nil, depth: depth)
  }

  /// - Parameter mask: the register of the active pixels; nil: all. In a called function all pixels are active, because
  ///   its writes are not visible outside.
  private mutating func append(range: Int, isBody: Bool, where mask: Int32?, depth: Int) -> Bool {
    let body = code.ranges[range]
    for (index, instruction) in body.enumerated() {
      switch instruction.operation {
      case .returnLanes: guard isBody, index == body.count - 1 else { return false }
      case .call:
        guard depth < Self.depthLimit, append(code.functions[Int(instruction.number)], depth: depth + 1) else {
          return false
        }
      case .choose: guard append(choice: instruction, where: mask, depth: depth) else { return false }
      case .moveLive:
        var move = instruction
        move.operation = mask == nil ? .move : .select
        (move.b, move.c) = (move.result, mask ?? 0)
        addByRegister(move)
      // A read may have side effects, so it must not run for inactive pixels.
      case .read where mask != nil: return false
      default:
        guard instruction.shape != nil else { return false }
        add(instruction)
      }
      if instructions.count > Self.sizeLimit { return false }
    }
    return true
  }

  /// Appends both sides for all pixels. Variables keep their values in pixels for which a side is not selected. The two
  /// result registers of the branch hold the masks of its sides.
  private mutating func append(choice: LaneInstruction, where mask: Int32?, depth: Int) -> Bool {
    let (first, second) = (choice.result, choice.result + 1)
    add(LaneInstruction(operation: .move, result: first, a: choice.a))
    add(LaneInstruction(operation: .not, result: second, a: first))
    if let mask {
      for side in [first, second] { add(LaneInstruction(operation: .and, result: side, a: side, b: mask)) }
    }
    return append(range: Int(choice.b), isBody: false, where: first, depth: depth)
      && append(range: Int(choice.c), isBody: false, where: second, depth: depth)
  }

  private static let depthLimit = 32
  /// The size limit: inlining multiplies the code of functions with many calls.
  private static let sizeLimit = 4096

  private mutating func add(_ instruction: LaneInstruction) {
    switch instruction.operation {
    case .move, .fill: addByRegister(instruction)
    default: instructions.append(instruction)
    }
  }

  /// Appends a move, a fill, or a selection with one mask, register by register, so that copies can be tracked.
  private mutating func addByRegister(_ instruction: LaneInstruction) {
    for offset in 0..<instruction.count {
      var one = instruction
      one.count = 1
      one.result += offset
      if one.operation != .fill { one.a += offset }
      if one.operation == .select { one.b += offset }
      instructions.append(one)
    }
  }

  // MARK: Copies

  /// Replaces operands that are copies by their origins.
  ///
  /// - Returns: the registers of the results.
  private mutating func forwardCopies(results: [Int]) -> [Int] {
    var copies = RegisterCopies(registerCount: code.registerCount)
    for index in instructions.indices {
      let written = instructions[index].shape!.result
      forward(&instructions[index], copies)
      for register in instructions[index].result..<instructions[index].result + written { copies.write(register) }
      let instruction = instructions[index]
      if instruction.operation == .move, instruction.a != instruction.result {
        copies.copy(instruction.a, to: instruction.result)
      }
    }
    return results.map { Int(copies.origin(of: Int32($0))) }
  }

  /// Replaces operands whose origins are contiguous registers, unless these partly overlap the result.
  private func forward(_ instruction: inout LaneInstruction, _ copies: RegisterCopies) {
    let shape = instruction.shape!
    let result = instruction.result..<instruction.result + shape.result
    func forwarded(_ register: Int32, _ count: Int32) -> Int32 {
      guard count > 0 else { return register }
      let first = copies.origin(of: register)
      for offset in 0..<count where copies.origin(of: register + offset) != first + offset { return register }
      let range = first..<first + count
      return range == result || !range.overlaps(result) ? first : register
    }
    instruction.a = forwarded(instruction.a, shape.a)
    instruction.b = forwarded(instruction.b, shape.b)
    instruction.c = forwarded(instruction.c, shape.c)
  }

  // MARK: Unread registers

  private mutating func removeUnread(_ results: [Int]) {
    var isRead = Array(repeating: false, count: code.registerCount)
    for register in results { isRead[register] = true }
    var remaining: [LaneInstruction] = []
    for instruction in instructions.reversed() {
      let (shape, result) = (instruction.shape!, instruction.result)
      // A read may have side effects.
      guard
        instruction.operation == .read || (result..<result + shape.result).contains(where: { isRead[Int($0)] })
      else { continue }
      for register in result..<result + shape.result { isRead[Int(register)] = false }
      instruction.forEachOperand { isRead[$0] = true }
      remaining.append(instruction)
    }
    instructions = remaining.reversed()
  }

  /// Returns the code without unused registers, so that the used ones fit into the nearest cache.
  private func renumbered(_ root: LaneFunction, _ results: [Int]) -> LaneCode {
    var isUsed = Array(repeating: false, count: code.registerCount)
    for register in results { isUsed[register] = true }
    for (register, count) in root.parameters { for used in register..<register + count { isUsed[used] = true } }
    for instruction in instructions {
      for register in instruction.result..<instruction.result + instruction.shape!.result {
        isUsed[Int(register)] = true
      }
      instruction.forEachOperand { isUsed[$0] = true }
    }
    // In order, so that contiguous registers remain contiguous.
    var (numbers, count) = (Array(repeating: Int32(0), count: code.registerCount), 0)
    for register in isUsed.indices where isUsed[register] {
      numbers[register] = Int32(count)
      count += 1
    }
    var result = LaneCode()
    result.isStraight = true
    result.registerCount = count
    result.constants = code.constants.compactMap { constant in
      isUsed[constant.register] ? (Int(numbers[constant.register]), constant.bits) : nil
    }
    result.ranges = [
      instructions.map { instruction in
        var instruction = instruction
        // Unused operands may be any number.
        func number(_ register: Int32) -> Int32 {
          numbers.indices.contains(Int(register)) ? numbers[Int(register)] : 0
        }
        (instruction.result, instruction.a) = (number(instruction.result), number(instruction.a))
        (instruction.b, instruction.c) = (number(instruction.b), number(instruction.c))
        return instruction
      }
    ]
    var function = LaneFunction(name: root.name)
    function.parameters = root.parameters.map { (Int(numbers[$0.register]), $0.count) }
    function.results = results.map { Int(numbers[$0]) }
    result.functions = [function]
    return result
  }
}

extension LaneInstruction {
  /// The registers that a value instruction writes and reads; nil for other instructions.
  var registers: (result: Range<Int32>, operands: [Range<Int32>])? {
    shape.map { (result..<result + $0.result, [a..<a + $0.a, b..<b + $0.b, c..<c + $0.c]) }
  }

  /// Calls `body` with each register that a value instruction reads.
  fileprivate func forEachOperand(_ body: (Int) -> Void) {
    let shape = shape!
    for register in a..<a + shape.a { body(Int(register)) }
    for register in b..<b + shape.b { body(Int(register)) }
    for register in c..<c + shape.c { body(Int(register)) }
  }

  /// The number of consecutive registers that a value instruction writes and reads; nil for other instructions.
  var shape: (result: Int32, a: Int32, b: Int32, c: Int32)? {
    switch operation {
    case .move, .not, .isNaN, .isInfinite, .signedFromFloat, .unsignedFromFloat, .floatFromSigned, .floatFromUnsigned:
      (count, count, 0, 0)
    case .fill: (count, 0, 0, 0)
    case .addFloat, .subtractFloat, .multiplyFloat, .divideFloat, .floorModulo, .truncatedRemainder, .addInt,
      .subtractInt, .multiplyInt, .divideSigned, .divideUnsigned, .moduloSigned, .remainderSigned, .moduloUnsigned,
      .and, .or, .xor, .shiftLeft, .shiftRightSigned, .shiftRightUnsigned, .floatEqual, .floatNotEqual, .floatLess,
      .floatLessEqual, .floatNotLess, .floatNotLessEqual, .intEqual, .signedLess, .signedLessEqual, .unsignedLess,
      .unsignedLessEqual:
      (count, count, count, 0)
    case .scale: (count, count, 1, 0)
    case .dot: (1, count, count, 0)
    case .select: (count, count, count, count)
    case .selectWhole: (count, count, count, 1)
    case .any, .all: (1, count, 0, 0)
    case .read: (4, 2, 0, 0)
    case .function:
      switch Int(number) {
      case LaneFunctions.determinant: (1, count * count, 0, 0)
      case LaneFunctions.inverse: (count * count, count * count, 0, 0)
      default:
        switch LaneFunctions.operandCounts[Int(number)] ?? 1 {
        case 1: (count, count, 0, 0)
        case 2: (count, count, count, 0)
        default: (count, count, count, count)
        }
      }
    case .moveLive, .index, .loadAt, .storeAt, .choose, .loop, .leave, .wait, .rejoin, .enter, .match, .run, .call,
      .returnLanes:
      nil
    }
  }
}
