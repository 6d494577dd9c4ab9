import ImageGraph

extension LaneFunctionDecoder {
  /// Decodes functions of GLSL.std.450: element-wise functions are single instructions, others become several.
  mutating func extended(_ instruction: Instruction) throws(RenderError) {
    let (number, words) = (Int(instruction[3]), Array(instruction.words.dropFirst(4)))
    let type = try type(instruction[0])
    let count = try decoder.size(of: type)
    guard let first = words.first else { throw malformed("a function without operands") }
    if let operands = LaneFunctions.operandCounts[number] {
      guard operands == words.count else { throw malformed("a function's operands") }
      var registers: [Int] = []
      for word in words { registers.append(try operand(word, count)) }
      registers += Array(repeating: 0, count: 3 - registers.count)
      let (register, _) = try newResult(instruction)
      return emit(
        .function, count: count, number: number, result: register, a: registers[0], b: registers[1], c: registers[2])
    }
    let size = try decoder.size(of: value(first).type)
    let a = try value(first).register
    let b = words.count > 1 ? try value(words[1]).register : 0
    let (register, _) = try newResult(instruction)
    // The results of normalize, faceforward, reflect and refract have the size of their operand.
    guard !(69...72).contains(number) || count == size else { throw malformed("a function's result") }
    switch number {
    case 66: try length(a, size, into: register)
    case 67:
      let difference = try decoder.registers(size)
      emit(.subtractFloat, count: size, result: difference, a: a, b: try operand(words[1], size))
      try length(difference, size, into: register)
    case 68:
      guard size == 3, count == 3 else { throw malformed("a cross product") }
      _ = try operand(words[1], 3)
      let part = try decoder.registers(1)
      for (index, (x, y)) in [(1, 2), (2, 0), (0, 1)].enumerated() {
        emit(.multiplyFloat, result: register + index, a: a + x, b: b + y)
        emit(.multiplyFloat, result: part, a: a + y, b: b + x)
        emit(.subtractFloat, result: register + index, a: register + index, b: part)
      }
    case 69:
      let whole = try decoder.registers(1)
      try length(a, size, into: whole)
      emit(.function, number: LaneFunctions.reciprocal, result: whole, a: whole)
      emit(.scale, count: size, result: register, a: a, b: whole)
    case 70: try faceForward(words, size, into: register)
    case 71: try reflect(a, operand(words[1], size), size, into: register)
    case 72: try refract(words, size, into: register)
    case 33, 34:
      guard count == (number == 33 ? 1 : size) else { throw malformed("a function's result") }
      try matrix(number, first, into: register)
    default: throw .unsupported("SPIR-V: function \(number) of GLSL.std.450 is not interpreted")
    }
  }

  private mutating func length(_ a: Int, _ size: Int, into result: Int) throws(RenderError) {
    if size == 1 { return emit(.function, number: 4, result: result, a: a) }
    emit(.dot, count: size, result: result, a: a, b: a)
    emit(.function, number: 31, result: result, a: result)
  }

  private mutating func faceForward(_ words: [UInt32], _ size: Int, into result: Int) throws(RenderError) {
    guard words.count == 3 else { throw malformed("faceforward") }
    let (n, i, reference) = (try operand(words[0], size), try operand(words[1], size), try operand(words[2], size))
    let choice = try decoder.registers(1)
    emit(.dot, count: size, result: choice, a: reference, b: i)
    emit(.floatLess, result: choice, a: choice, b: try zero())
    emit(.function, count: size, number: 1000, result: result, a: n)
    emit(.selectWhole, count: size, result: result, a: n, b: result, c: choice)
  }

  /// I - 2 · dot(N, I) · N
  private mutating func reflect(_ i: Int, _ n: Int, _ size: Int, into result: Int) throws(RenderError) {
    let factor = try decoder.registers(1)
    emit(.dot, count: size, result: factor, a: n, b: i)
    emit(.addFloat, result: factor, a: factor, b: factor)
    emit(.scale, count: size, result: result, a: n, b: factor)
    emit(.subtractFloat, count: size, result: result, a: i, b: result)
  }

  /// k = 1 - η²(1 - dot(N, I)²); 0 if k < 0, otherwise η·I - (η·dot(N, I) + √k)·N
  private mutating func refract(_ words: [UInt32], _ size: Int, into result: Int) throws(RenderError) {
    guard words.count == 3 else { throw malformed("refract") }
    let (i, n, eta) = (try operand(words[0], size), try operand(words[1], size), try operand(words[2], 1))
    let one = try decoder.registers(5 + size)
    let (cosine, k, part, hidden) = (one + 1, one + 2, one + 3, one + 4)
    emit(.function, number: LaneFunctions.one, result: one, a: one)
    emit(.dot, count: size, result: cosine, a: n, b: i)
    emit(.multiplyFloat, result: k, a: cosine, b: cosine)
    emit(.subtractFloat, result: k, a: one, b: k)
    emit(.multiplyFloat, result: part, a: eta, b: eta)
    emit(.multiplyFloat, result: k, a: part, b: k)
    emit(.subtractFloat, result: k, a: one, b: k)
    emit(.floatLess, result: hidden, a: k, b: try zero())
    emit(.function, number: 31, result: k, a: k)
    emit(.multiplyFloat, result: part, a: eta, b: cosine)
    emit(.addFloat, result: part, a: part, b: k)
    emit(.scale, count: size, result: one + 5, a: n, b: part)
    emit(.scale, count: size, result: result, a: i, b: eta)
    emit(.subtractFloat, count: size, result: result, a: result, b: one + 5)
    let zeros = try decoder.registers(size)
    emit(.fill, count: size, result: zeros)
    emit(.selectWhole, count: size, result: result, a: zeros, b: result, c: hidden)
  }

  private mutating func zero() throws(RenderError) -> Int {
    let register = try decoder.registers(1)
    emit(.fill, result: register)
    return register
  }

  /// Decodes the determinant or inverse of a square matrix, which is computed for each pixel.
  private mutating func matrix(_ number: Int, _ word: UInt32, into result: Int) throws(RenderError) {
    let value = try value(word)
    let columns = decoder.elementCount(of: value.type) ?? 0
    guard decoder.pool.entries[value.type].opcode == .typeMatrix, try decoder.size(of: value.type) == columns * columns
    else {
      throw malformed("a matrix")
    }
    emit(
      .function, count: columns, number: number == 33 ? LaneFunctions.determinant : LaneFunctions.inverse,
      result: result,
      a: value.register)
  }
}
