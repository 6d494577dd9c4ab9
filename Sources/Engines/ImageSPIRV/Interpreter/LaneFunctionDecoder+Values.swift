import ImageGraph

extension LaneFunctionDecoder {
  /// Decodes the instructions of a block, except its terminator.
  mutating func decode(_ instructions: [Instruction]) throws(RenderError) {
    for instruction in instructions { try decode(instruction) }
  }

  private mutating func decode(_ instruction: Instruction) throws(RenderError) {
    if let operation = Self.elementWise[instruction.opcode] { return try elementWise(operation, instruction) }
    switch instruction.opcode {
    case .phi: break
    case .undef: _ = try newResult(instruction)
    case .variable: try variable(instruction)
    case .load: try load(instruction)
    case .store: try store(instruction)
    case .accessChain, .inBoundsAccessChain: try accessChain(instruction)
    case .functionCall: try call(instruction)
    case .extInst: try extended(instruction)
    case .copyObject, .bitcast:
      let (value, result) = (try value(instruction[2]), try type(instruction[0]))
      guard try decoder.size(of: value.type) == decoder.size(of: result) else { throw malformed("a copy") }
      bind(instruction[1], .value(register: value.register, type: result))
    default: try composite(instruction)
    }
  }

  // MARK: Element-wise instructions

  private struct ElementWise {
    var operation: LaneInstruction.Operation
    var number = 0
    /// Whether the operands are swapped: a > b is b < a.
    var isSwapped = false
  }

  private static let elementWise: [Opcode: ElementWise] = [
    .fAdd: .init(operation: .addFloat), .fSub: .init(operation: .subtractFloat),
    .fMul: .init(operation: .multiplyFloat),
    .fDiv: .init(operation: .divideFloat), .fMod: .init(operation: .floorModulo),
    .fRem: .init(operation: .truncatedRemainder), .fNegate: .init(operation: .function, number: 1000),
    .iAdd: .init(operation: .addInt), .iSub: .init(operation: .subtractInt), .iMul: .init(operation: .multiplyInt),
    .sDiv: .init(operation: .divideSigned), .uDiv: .init(operation: .divideUnsigned),
    .sMod: .init(operation: .moduloSigned), .sRem: .init(operation: .remainderSigned),
    .uMod: .init(operation: .moduloUnsigned), .sNegate: .init(operation: .function, number: 1001),
    .bitwiseAnd: .init(operation: .and), .bitwiseOr: .init(operation: .or), .bitwiseXor: .init(operation: .xor),
    .not: .init(operation: .not), .logicalAnd: .init(operation: .and), .logicalOr: .init(operation: .or),
    .logicalNot: .init(operation: .not), .logicalNotEqual: .init(operation: .xor),
    .logicalEqual: .init(operation: .intEqual), .shiftLeftLogical: .init(operation: .shiftLeft),
    .shiftRightArithmetic: .init(operation: .shiftRightSigned),
    .shiftRightLogical: .init(operation: .shiftRightUnsigned),
    .fOrdEqual: .init(operation: .floatEqual), .fUnordNotEqual: .init(operation: .floatNotEqual),
    .fOrdLessThan: .init(operation: .floatLess), .fOrdLessThanEqual: .init(operation: .floatLessEqual),
    .fOrdGreaterThan: .init(operation: .floatLess, isSwapped: true),
    .fOrdGreaterThanEqual: .init(operation: .floatLessEqual, isSwapped: true),
    .fUnordLessThan: .init(operation: .floatNotLessEqual, isSwapped: true),
    .fUnordLessThanEqual: .init(operation: .floatNotLess, isSwapped: true),
    .fUnordGreaterThan: .init(operation: .floatNotLessEqual), .fUnordGreaterThanEqual: .init(operation: .floatNotLess),
    .iEqual: .init(operation: .intEqual), .sLessThan: .init(operation: .signedLess),
    .sLessThanEqual: .init(operation: .signedLessEqual), .sGreaterThan: .init(operation: .signedLess, isSwapped: true),
    .sGreaterThanEqual: .init(operation: .signedLessEqual, isSwapped: true),
    .uLessThan: .init(operation: .unsignedLess),
    .uLessThanEqual: .init(operation: .unsignedLessEqual),
    .uGreaterThan: .init(operation: .unsignedLess, isSwapped: true),
    .uGreaterThanEqual: .init(operation: .unsignedLessEqual, isSwapped: true), .isNan: .init(operation: .isNaN),
    .isInf: .init(operation: .isInfinite), .convertFToS: .init(operation: .signedFromFloat),
    .convertFToU: .init(operation: .unsignedFromFloat), .convertSToF: .init(operation: .floatFromSigned),
    .convertUToF: .init(operation: .floatFromUnsigned), .bitReverse: .init(operation: .function, number: 1002),
    .bitCount: .init(operation: .function, number: 1003),
  ]

  private mutating func elementWise(_ row: ElementWise, _ instruction: Instruction) throws(RenderError) {
    let type = try type(instruction[0])
    let count = try decoder.size(of: type)
    var operands: [Int] = []
    for position in 2..<instruction.operandCount { operands.append(try operand(instruction[position], count)) }
    guard (1...2).contains(operands.count) else { throw malformed(instruction.opcode.text) }
    let (register, _) = try newResult(instruction)
    if row.isSwapped { operands.reverse() }
    emit(
      row.operation, count: count, number: row.number, result: register, a: operands[0],
      b: operands.count > 1 ? operands[1] : 0)
  }

  /// Returns the register of a value with this number of components.
  mutating func operand(_ word: UInt32, _ count: Int) throws(RenderError) -> Int {
    let value = try value(word)
    guard try decoder.size(of: value.type) == count else { throw malformed("an operand") }
    return value.register
  }

  // MARK: Composites

  private mutating func composite(_ instruction: Instruction) throws(RenderError) {
    switch instruction.opcode {
    case .fOrdNotEqual, .fUnordEqual: throw .unsupported("SPIR-V: \(instruction.opcode.text) is not interpreted")
    case .iNotEqual:
      let count = try decoder.size(of: type(instruction[0]))
      let (a, b) = (try operand(instruction[2], count), try operand(instruction[3], count))
      let (register, _) = try newResult(instruction)
      emit(.intEqual, count: count, result: register, a: a, b: b)
      emit(.not, count: count, result: register, a: register)
    case .any, .all:
      let value = try value(instruction[2])
      let (register, _) = try newResult(instruction)
      emit(
        instruction.opcode == .any ? .any : .all, count: try decoder.size(of: value.type), result: register,
        a: value.register)
    case .select:
      let count = try decoder.size(of: type(instruction[0]))
      let choice = try value(instruction[2])
      let (a, b) = (try operand(instruction[3], count), try operand(instruction[4], count))
      let choices = try decoder.size(of: choice.type)
      guard choices == 1 || choices == count else { throw malformed("a choice") }
      let isWhole = choices == 1 && count > 1
      let (register, _) = try newResult(instruction)
      emit(isWhole ? .selectWhole : .select, count: count, result: register, a: a, b: b, c: choice.register)
    case .compositeConstruct:
      let (register, count) = try newResult(instruction)
      var offset = 0
      for index in 2..<instruction.operandCount {
        let part = try value(instruction[index])
        let size = try decoder.size(of: part.type)
        guard offset + size <= count else { throw malformed("a composite") }
        emit(.move, count: size, result: register + offset, a: part.register)
        offset += size
      }
    case .compositeExtract:
      let (register, type) = try part(of: value(instruction[2]), Array(instruction.words.dropFirst(3)))
      bind(instruction[1], .value(register: register, type: type))
    case .compositeInsert:
      let (object, whole) = (try value(instruction[2]), try value(instruction[3]))
      let (register, count) = try newResult(instruction)
      emit(.move, count: count, result: register, a: whole.register)
      let part = try part(of: (register, whole.type), Array(instruction.words.dropFirst(4)))
      emit(.move, count: try decoder.size(of: object.type), result: part.register, a: object.register)
    case .vectorShuffle: try shuffle(instruction)
    case .vectorExtractDynamic:
      let (vector, index) = (try value(instruction[2]), try value(instruction[3]))
      let (register, _) = try newResult(instruction)
      let offset = try decoder.registers(1)
      emit(.index, count: try decoder.size(of: vector.type), number: 1, result: offset, a: index.register, b: -1)
      emit(.loadAt, result: register, a: vector.register, b: offset)
    case .vectorInsertDynamic:
      let (vector, object, index) = (try value(instruction[2]), try value(instruction[3]), try value(instruction[4]))
      let (register, count) = try newResult(instruction)
      emit(.move, count: count, result: register, a: vector.register)
      let offset = try decoder.registers(1)
      emit(.index, count: count, number: 1, result: offset, a: index.register, b: -1)
      emit(.storeAt, result: register, a: object.register, b: offset)
    default: try product(instruction)
    }
  }

  private mutating func part(
    of whole: (register: Int, type: GlobalPool.Index), _ indices: [UInt32]
  ) throws(RenderError) -> (register: Int, type: GlobalPool.Index) {
    var part = whole
    for index in indices {
      let (type, offset) = try decoder.element(Int(index), of: part.type)
      part = (part.register + offset, type)
    }
    return part
  }

  private mutating func shuffle(_ instruction: Instruction) throws(RenderError) {
    let (a, b) = (try value(instruction[2]), try value(instruction[3]))
    let (first, second) = (try decoder.size(of: a.type), try decoder.size(of: b.type))
    let type = try type(instruction[0])
    let count = try decoder.size(of: type)
    guard count > 0, instruction.operandCount == 4 + count else { throw malformed("a shuffle") }
    let numbers = (0..<count).map { Int(instruction[4 + $0]) }
    // Consecutive components, such as a colour without its alpha, need no move.
    if numbers == Array(numbers[0]..<numbers[0] + count), numbers[0] + count <= first {
      return bind(instruction[1], .value(register: a.register + numbers[0], type: type))
    }
    let (register, _) = try newResult(instruction)
    for (index, number) in numbers.enumerated() where number < first + second {
      emit(.move, result: register + index, a: number < first ? a.register + number : b.register + number - first)
    }
  }

  // MARK: Products

  private mutating func product(_ instruction: Instruction) throws(RenderError) {
    let opcode = instruction.opcode
    guard
      [
        .vectorTimesScalar, .matrixTimesScalar, .vectorTimesMatrix, .matrixTimesVector, .matrixTimesMatrix,
        .outerProduct,
        .dot, .transpose,
      ].contains(opcode)
    else { throw .unsupported("SPIR-V: \(opcode.text) is not interpreted") }
    let a = try value(instruction[2])
    let b = opcode == .transpose ? a : try value(instruction[3])
    let (aSize, bSize) = (try decoder.size(of: a.type), try decoder.size(of: b.type))
    let (register, count) = try newResult(instruction)
    guard aSize > 0, bSize > 0 else { throw malformed(opcode.text) }
    // The rows of a matrix, or the size of a vector.
    func rows(_ type: GlobalPool.Index, _ size: Int) -> Int {
      decoder.pool.entries[type].opcode == .typeMatrix ? size / Int(decoder.pool.entries[type].operands[1]) : size
    }
    let (aRows, bRows) = (rows(a.type, aSize), rows(b.type, bSize))
    switch opcode {
    case .vectorTimesScalar, .matrixTimesScalar:
      guard bSize == 1, aSize == count else { break }
      return emit(.scale, count: count, result: register, a: a.register, b: b.register)
    case .dot:
      guard aSize == bSize else { break }
      return emit(.dot, count: aSize, result: register, a: a.register, b: b.register)
    case .vectorTimesMatrix:
      guard bRows == aSize, count * bRows == bSize else { break }
      for column in 0..<count {
        emit(.dot, count: aSize, result: register + column, a: a.register, b: b.register + column * bRows)
      }
      return
    case .matrixTimesVector, .matrixTimesMatrix:
      let columns = bSize / bRows
      guard aRows * bRows == aSize, columns * aRows == count else { break }
      let part = try decoder.registers(aRows)
      for column in 0..<columns {
        for middle in 0..<bRows {
          let target = middle == 0 ? register + column * aRows : part
          emit(
            .scale, count: aRows, result: target, a: a.register + middle * aRows,
            b: b.register + column * bRows + middle)
          if middle > 0 {
            emit(.addFloat, count: aRows, result: register + column * aRows, a: register + column * aRows, b: part)
          }
        }
      }
      return
    case .outerProduct:
      guard aSize * bSize == count else { break }
      for column in 0..<bSize {
        emit(.scale, count: aSize, result: register + column * aSize, a: a.register, b: b.register + column)
      }
      return
    default:
      let columns = aSize / aRows
      guard aSize == count else { break }
      for (column, row) in (0..<columns).flatMap({ column in (0..<aRows).map { (column, $0) } }) {
        emit(.move, result: register + row * columns + column, a: a.register + column * aRows + row)
      }
      return
    }
    throw malformed(opcode.text)
  }
}
