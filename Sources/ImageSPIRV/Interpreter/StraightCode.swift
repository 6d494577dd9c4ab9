/// Code without branches as one list of instructions: calls are taken in, values are read where they were first, and
/// what nobody reads is not computed. A compiler of shaders writes each parameter and each variable to memory of its
/// own, which is most of what a short kernel does.
struct StraightCode {
  private var instructions: [LaneInstruction] = []
  private let code: LaneCode

  /// The same code in fewer instructions; unchanged where it has branches, loops or places that pixels choose.
  static func simplified(_ code: LaneCode) -> LaneCode {
    guard let root = code.functions.last else { return code }
    var straight = StraightCode(code)
    guard straight.append(root, depth: 0) else { return code }
    let results = straight.forwardCopies(results: root.results)
    straight.dropUnread(results)
    return straight.renumbered(root, results)
  }

  private init(_ code: LaneCode) { self.code = code }

  // MARK: One list

  /// False where the function is not straight.
  private mutating func append(_ function: LaneFunction, depth: Int) -> Bool {
    let body = code.ranges[function.body]
    for (place, instruction) in body.enumerated() {
      switch instruction.operation {
      case .giveBack: guard place == body.count - 1 else { return false }
      case .call:
        guard depth < Self.depthLimit, append(code.functions[Int(instruction.number)], depth: depth + 1) else {
          return false
        }
      case .moveLive:
        // All pixels run.
        var move = instruction
        move.operation = .move
        add(move)
      default:
        guard instruction.shape != nil else { return false }
        add(instruction)
      }
      if instructions.count > Self.sizeLimit { return false }
    }
    return true
  }

  private static let depthLimit = 32
  /// What is called often is not to be written often.
  private static let sizeLimit = 4096

  private mutating func add(_ instruction: LaneInstruction) {
    guard instruction.operation == .move || instruction.operation == .fill else {
      return instructions.append(instruction)
    }
    // One by one, so that each number's way can be followed.
    for place in 0..<instruction.count {
      var one = instruction
      one.count = 1
      one.result += place
      if one.operation == .move { one.a += place }
      instructions.append(one)
    }
  }

  // MARK: Copies

  /// Lets instructions read what was copied where it came from.
  ///
  /// - Returns: where the results are.
  private mutating func forwardCopies(results: [Int]) -> [Int] {
    /// Of a register that is a copy: of which.
    var origins: [Int32: Int32] = [:]
    var copies: [Int32: Set<Int32>] = [:]
    for index in instructions.indices {
      let written = instructions[index].shape!.result
      forward(&instructions[index], origins)
      for register in instructions[index].result..<instructions[index].result + written {
        if let origin = origins.removeValue(forKey: register) { copies[origin]?.remove(register) }
        for copy in copies.removeValue(forKey: register) ?? [] { origins[copy] = nil }
      }
      let instruction = instructions[index]
      if instruction.operation == .move, instruction.a != instruction.result {
        origins[instruction.result] = instruction.a
        copies[instruction.a, default: []].insert(instruction.result)
      }
    }
    return results.map { Int(origins[Int32($0)] ?? Int32($0)) }
  }

  /// Operands whose numbers all come from registers side by side are read there, where that is no part of the result.
  private func forward(_ instruction: inout LaneInstruction, _ origins: [Int32: Int32]) {
    let shape = instruction.shape!
    let result = instruction.result..<instruction.result + shape.result
    func forwarded(_ register: Int32, _ count: Int32) -> Int32 {
      guard count > 0 else { return register }
      let first = origins[register] ?? register
      for place in 0..<count where origins[register + place] ?? (register + place) != first + place { return register }
      let range = first..<first + count
      return range == result || !range.overlaps(result) ? first : register
    }
    instruction.a = forwarded(instruction.a, shape.a)
    instruction.b = forwarded(instruction.b, shape.b)
    instruction.c = forwarded(instruction.c, shape.c)
  }

  // MARK: What is read

  private mutating func dropUnread(_ results: [Int]) {
    var read = Set(results.map { Int32($0) })
    var kept: [LaneInstruction] = []
    for instruction in instructions.reversed() {
      let (result, operands) = instruction.registers!
      // A read may be looked at by others.
      guard instruction.operation == .read || result.contains(where: read.contains) else { continue }
      read.subtract(result)
      for operand in operands { read.formUnion(operand) }
      kept.append(instruction)
    }
    instructions = kept.reversed()
  }

  /// Without the registers that nobody needs, so that the others stay in the nearest cache.
  private func renumbered(_ root: LaneFunction, _ results: [Int]) -> LaneCode {
    var used = Set(results.map { Int32($0) })
    for (register, count) in root.parameters { used.formUnion(Int32(register)..<Int32(register + count)) }
    for instruction in instructions {
      let (result, operands) = instruction.registers!
      for range in [result] + operands { used.formUnion(range) }
    }
    // In order: what is side by side stays so.
    let numbers = Dictionary(uniqueKeysWithValues: used.sorted().enumerated().map { ($1, Int32($0)) })
    var result = LaneCode()
    result.isStraight = true
    result.registerCount = used.count
    result.constants = code.constants.compactMap { constant in
      numbers[Int32(constant.register)].map { (Int($0), constant.bits) }
    }
    result.ranges = [
      instructions.map { instruction in
        var instruction = instruction
        instruction.result = numbers[instruction.result] ?? 0
        instruction.a = numbers[instruction.a] ?? 0
        instruction.b = numbers[instruction.b] ?? 0
        instruction.c = numbers[instruction.c] ?? 0
        return instruction
      }
    ]
    var function = LaneFunction(name: root.name)
    function.parameters = root.parameters.map { (Int(numbers[Int32($0.register)] ?? 0), $0.count) }
    function.results = results.map { Int(numbers[Int32($0)]!) }
    result.functions = [function]
    return result
  }
}

extension LaneInstruction {
  /// The registers that an instruction on values writes, and those that it reads; nil for others.
  var registers: (result: Range<Int32>, operands: [Range<Int32>])? {
    shape.map { (result..<result + $0.result, [a..<a + $0.a, b..<b + $0.b, c..<c + $0.c]) }
  }

  /// How many registers an instruction on values reads and writes from each of its own on; nil for others.
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
      .giveBack:
      nil
    }
  }
}
