/// Instructions without side effects, on lanes.
extension Widener {
  /// Emits an instruction without side effects; returns its result.
  mutating func compute(
    _ instruction: Instruction, _ walk: inout CallWalk, _ result: [ScalarLane]
  ) throws -> Lanes {
    if instruction.opcode.isElementWise, instruction.operandCount == 4 {
      // The most frequent case needs no array of operands.
      let (a, b) = (try value(instruction[2], walk).lanes, try value(instruction[3], walk).lanes)
      return try elementWise(instruction.opcode, a, b, result)
    }
    var (lanes, types): ([Lanes], [GlobalPool.Index]) = ([], [])
    lanes.reserveCapacity(instruction.operandCount)
    types.reserveCapacity(instruction.operandCount)
    for index in 2..<max(2, instruction.operandCount) where instruction.layout.word(at: index) == .id {
      // The instruction set of an extended instruction is not a value.
      if instruction.opcode == .extInst, index == 2 { continue }
      let value = try value(instruction[index], walk)
      lanes.append(value.lanes)
      types.append(value.type)
    }

    switch instruction.opcode {
    case .undef: return result.map { zero($0) }
    case .copyObject where lanes.count == 1: return lanes[0]
    case .compositeConstruct: return Array(lanes.joined())
    case .compositeExtract where lanes.count == 1:
      let (offset, type) = try element(instruction.words.dropFirst(3), of: types[0])
      return Array(lanes[0][offset..<(offset + (try scalars(type).count))])
    case .compositeInsert where lanes.count == 2:
      let (offset, type) = try element(instruction.words.dropFirst(4), of: types[1])
      guard try scalars(type).count == lanes[0].count else { throw NotWidenable() }
      var whole = lanes[1]
      whole.replaceSubrange(offset..<(offset + lanes[0].count), with: lanes[0])
      return whole
    case .vectorShuffle where lanes.count == 2:
      let all = lanes[0] + lanes[1]
      return try instruction.words.dropFirst(4).map { index in
        guard index < all.count else { throw NotWidenable() }
        return all[Int(index)]
      }
    case .vectorTimesScalar where lanes.count == 2 && lanes[1].count == 1,
      .matrixTimesScalar where lanes.count == 2 && lanes[1].count == 1:
      return lanes[0].map { kernel.emitter.multiply($0, lanes[1][0]) }
    case .dot where lanes.count == 2 && lanes[0].count == lanes[1].count:
      return [kernel.emitter.dot(lanes[0], lanes[1])]
    case .matrixTimesVector where lanes.count == 2: return try transform(lanes[0], lanes[1], rows: result.count)
    case .vectorTimesMatrix where lanes.count == 2:
      let columns = try columns(of: lanes[1], rows: lanes[0].count)
      return columns.map { kernel.emitter.dot(lanes[0], $0) }
    case .matrixTimesMatrix where lanes.count == 2:
      let (inner, rows) = (try rowCount(types[1]), try rowCount(types[0]))
      var product: Lanes = []
      for column in try columns(of: lanes[1], rows: inner) { product += try transform(lanes[0], column, rows: rows) }
      return product
    case .transpose where lanes.count == 1:
      let rows = try rowCount(types[0])
      let columns = try columns(of: lanes[0], rows: rows)
      return (0..<rows).flatMap { row in columns.map { $0[row] } }
    case .any where lanes.count == 1:
      return [lanes[0].dropFirst().reduce(lanes[0][0]) { kernel.emitter.operate(.logicalOr, .bool, $0, $1) }]
    case .all where lanes.count == 1:
      return [lanes[0].dropFirst().reduce(lanes[0][0]) { kernel.emitter.and($0, $1) }]
    case .extInst where instruction.operandCount > 4 && !lanes.isEmpty:
      return try extended(instruction[3], lanes, result)
    case .select where lanes.count == 3:
      let condition = lanes[0].count == 1 ? Array(repeating: lanes[0][0], count: result.count) : lanes[0]
      return try elementWise([condition, lanes[1], lanes[2]], result) { emitter, lanes, _ in
        emitter.select(lanes[0], lanes[1], lanes[2])
      }
    case let opcode where opcode.isElementWise && !lanes.isEmpty:
      return try elementWise(lanes, result) { $0.operate(opcode, $2, $1) }
    default: throw NotWidenable()
    }
  }

  private mutating func elementWise(_ opcode: Opcode, _ a: Lanes, _ b: Lanes, _ result: [ScalarLane]) throws -> Lanes {
    guard a.count == result.count, b.count == result.count else { throw NotWidenable() }
    var lanes: Lanes = []
    lanes.reserveCapacity(result.count)
    for index in result.indices { lanes.append(kernel.emitter.operate(opcode, result[index], a[index], b[index])) }
    return lanes
  }

  private mutating func elementWise(
    _ operands: [Lanes], _ result: [ScalarLane], _ body: (inout LaneEmitter, Lanes, ScalarLane) -> LaneKind
  ) throws -> Lanes {
    guard operands.allSatisfy({ $0.count == result.count }) else { throw NotWidenable() }
    return result.indices.map { index in body(&kernel.emitter, operands.map { $0[index] }, result[index]) }
  }

  /// Emits a GLSL.std.450 instruction.
  private mutating func extended(_ number: UInt32, _ lanes: [Lanes], _ result: [ScalarLane]) throws -> Lanes {
    switch number {
    // Round to SmoothStep and Fma, except those on matrices and pairs; Ldexp, FindILsb..., NMin, NMax, NClamp.
    case 1...32, 37...46, 48...50, 53, 73...75, 79...81:
      return try elementWise(lanes, result) { $0.extended(number, $2, $1) }
    case 66: return [length(lanes[0])]
    case 67 where lanes.count == 2 && lanes[0].count == lanes[1].count:
      return [length(zip(lanes[0], lanes[1]).map { kernel.emitter.subtract($0, $1) })]
    case 68 where lanes.count == 2 && lanes.allSatisfy({ $0.count == 3 }):
      let (a, b) = (lanes[0], lanes[1])
      return (0..<3).map { index in
        let (j, k) = ((index + 1) % 3, (index + 2) % 3)
        return kernel.emitter.subtract(kernel.emitter.multiply(a[j], b[k]), kernel.emitter.multiply(b[j], a[k]))
      }
    case 69:
      let scale = kernel.emitter.extended(.inverseSqrt, .float, kernel.emitter.dot(lanes[0], lanes[0]))
      return lanes[0].map { kernel.emitter.multiply($0, scale) }
    default: throw NotWidenable()
    }
  }

  private mutating func length(_ lanes: Lanes) -> LaneKind {
    kernel.emitter.extended(.sqrt, .float, kernel.emitter.dot(lanes, lanes))
  }

  private mutating func transform(_ matrix: Lanes, _ vector: Lanes, rows: Int) throws -> Lanes {
    let columns = try columns(of: matrix, rows: rows)
    guard columns.count == vector.count else { throw NotWidenable() }
    return (0..<rows).map { row in kernel.emitter.dot(columns.map { $0[row] }, vector) }
  }

  private func columns(of matrix: Lanes, rows: Int) throws -> [Lanes] {
    guard rows > 0, !matrix.isEmpty, matrix.count % rows == 0 else { throw NotWidenable() }
    return stride(from: 0, to: matrix.count, by: rows).map { Array(matrix[$0..<($0 + rows)]) }
  }
}
