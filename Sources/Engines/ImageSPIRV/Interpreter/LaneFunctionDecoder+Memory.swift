import ImageGraph

extension LaneFunctionDecoder {
  mutating func variable(_ instruction: Instruction) throws(RenderError) {
    let type = try type(instruction[0])
    guard let pointee = decoder.pool.pointee(of: type) else { throw malformed("a variable") }
    let count = try decoder.size(of: pointee)
    let register = try decoder.registers(count)
    bind(instruction[1], .pointer(register: register, offset: -1, pointee: pointee))
    if instruction.operandCount > 3 {
      emit(.moveLive, count: count, result: register, a: try operand(instruction[3], count))
    } else {
      // Variables are zero before the first store, in each call of the function.
      emit(.fill, count: count, result: register)
    }
  }

  mutating func load(_ instruction: Instruction) throws(RenderError) {
    let pointer = try pointer(instruction[2])
    let (register, count) = try newResult(instruction)
    guard try decoder.size(of: pointer.pointee) == count else { throw malformed("a load") }
    load(pointer.register, pointer.offset, count, into: register)
  }

  private mutating func load(_ register: Int, _ offset: Int, _ count: Int, into result: Int) {
    if offset < 0 {
      emit(.move, count: count, result: result, a: register)
    } else {
      emit(.loadAt, count: count, result: result, a: register, b: offset)
    }
  }

  mutating func store(_ instruction: Instruction) throws(RenderError) {
    let pointer = try pointer(instruction[0])
    let count = try decoder.size(of: pointer.pointee)
    store(pointer.register, pointer.offset, count, try operand(instruction[1], count))
  }

  private mutating func store(_ register: Int, _ offset: Int, _ count: Int, _ value: Int) {
    if offset < 0 {
      emit(.moveLive, count: count, result: register, a: value)
    } else {
      emit(.storeAt, count: count, result: register, a: value, b: offset)
    }
  }

  /// Decodes a pointer to an element. Constant indices change the register; dynamic ones add to a per-pixel offset.
  mutating func accessChain(_ instruction: Instruction) throws(RenderError) {
    var (register, offset, type) = try pointer(instruction[2])
    for position in 3..<instruction.operandCount {
      if case .global(let constant) = LibraryFunction.Reference(instruction[position]),
        let index = decoder.pool.integer(constant),
        let count = decoder.elementCount(of: type)
      {
        // Constant indices are clamped too.
        let (element, before) = try decoder.element(min(max(index, 0), count - 1), of: type)
        (register, type) = (register + before, element)
        continue
      }
      guard decoder.pool.entries[type].opcode != .typeStruct, let count = decoder.elementCount(of: type) else {
        throw malformed("an index")
      }
      let (element, _) = try decoder.element(0, of: type)
      let index = try operand(instruction[position], 1)
      let sum = try decoder.registers(1)
      emit(.index, count: count, number: try decoder.size(of: element), result: sum, a: index, b: offset)
      (offset, type) = (sum, element)
    }
    bind(instruction[1], .pointer(register: register, offset: offset, pointee: type))
  }

  mutating func call(_ instruction: Instruction) throws(RenderError) {
    let words = instruction.words.dropFirst(3)
    switch LibraryFunction.Reference(instruction[2]) {
    case .reader(let number):
      guard words.count == 1 else { throw malformed("a read") }
      let point = try operand(words.first!, 2)
      let (register, count) = try newResult(instruction)
      guard count == 4 else { throw malformed("a read") }
      emit(.read, count: 4, number: number, result: register, a: point)
    case .function(let index):
      guard let number = decoder.number(of: index) else { throw malformed("a call") }
      let callee = decoder.code.functions[number]
      guard words.count == callee.parameters.count else { throw malformed("a call") }
      var written: [(register: Int, offset: Int, from: (register: Int, count: Int))] = []
      for (word, parameter) in zip(words, callee.parameters) {
        if let pointer = try? self.pointer(word) {
          guard try decoder.size(of: pointer.pointee) == parameter.count else { throw malformed("an argument") }
          load(pointer.register, pointer.offset, parameter.count, into: parameter.register)
          written.append((pointer.register, pointer.offset, parameter))
        } else {
          emit(.move, count: parameter.count, result: parameter.register, a: try operand(word, parameter.count))
        }
      }
      emit(.call, number: number)
      for target in written { store(target.register, target.offset, target.from.count, target.from.register) }
      let (register, count) = try newResult(instruction)
      guard count == callee.results.count else { throw malformed("a result") }
      if let first = callee.results.first { emit(.move, count: count, result: register, a: first) }
    default: throw malformed("a call")
    }
  }
}
