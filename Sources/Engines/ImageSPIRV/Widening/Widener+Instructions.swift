import ImageGraph

/// Instructions that access variables or call functions; other instructions are in `compute`.
extension Widener {
  /// Emits an instruction that does not end a block.
  mutating func perform(_ instruction: Instruction, _ walk: inout CallWalk) throws {
    switch instruction.opcode {
    case .variable:
      guard walk.depth == 0, let type = walk.global(instruction[0]), let pointee = library.pool.pointee(of: type)
      else { throw NotWidenable() }
      let initial = instruction.operandCount > 3 ? try value(instruction[3], walk).lanes : try undefined(pointee)
      guard initial.count == (try scalars(pointee).count) else { throw NotWidenable() }
      memory.append(initial)
      walk.bind(instruction[1], CallWalk.Binding(pointerTo: memory.count - 1, type: pointee))
    case .accessChain, .inBoundsAccessChain:
      guard let pointer = walk.binding(instruction[2]), let variable = pointer.variable else { throw NotWidenable() }
      var (offset, type) = (pointer.offset, pointer.type)
      for word in instruction.words.dropFirst(3) {
        guard let constant = walk.global(word), let index = library.pool.integer(constant),
          let element = library.pool.element(index, of: type)
        else { throw NotWidenable() }
        (offset, type) = (offset + element.offset, element.type)
      }
      walk.bind(instruction[1], CallWalk.Binding(pointerTo: variable, offset: offset, type: type))
    case .load:
      guard let pointer = walk.binding(instruction[2]), let variable = pointer.variable else { throw NotWidenable() }
      let (count, all) = (try scalars(pointer.type).count, memory[variable])
      let lanes = count == all.count ? all : Array(all[pointer.offset..<(pointer.offset + count)])
      walk.bind(instruction[1], CallWalk.Binding(lanes, type: pointer.type))
    case .store:
      guard let pointer = walk.binding(instruction[0]), let variable = pointer.variable else { throw NotWidenable() }
      let lanes = try value(instruction[1], walk).lanes
      guard lanes.count == (try scalars(pointer.type).count) else { throw NotWidenable() }
      if lanes.count == memory[variable].count {
        memory[variable] = lanes
      } else {
        for (index, lane) in lanes.enumerated() { memory[variable][pointer.offset + index] = lane }
      }
    case .functionCall:
      if case .reader(let number) = LibraryFunction.Reference(instruction[2]), let type = walk.global(instruction[0]),
        instruction.operandCount == 4, readers.indices.contains(number)
      {
        let color = try kernel.read(readers[number], try value(instruction[3], walk).lanes)
        return walk.bind(instruction[1], CallWalk.Binding(color, type: type))
      }
      guard case .function(let callee) = LibraryFunction.Reference(instruction[2]),
        let type = walk.global(instruction[0])
      else { throw NotWidenable() }
      if library.functions[callee].name == FormulaCode.openLoopsFunction {
        return reportOpenLoop(try value(instruction[3], walk).lanes[0])
      }
      var arguments: [CallWalk.Binding] = []
      for word in instruction.words.dropFirst(3) { arguments.append(try binding(word, walk)) }
      walk.bind(instruction[1], CallWalk.Binding(try evaluate(callee, arguments), type: type))
    default:
      guard instruction.operandCount >= 2, let type = walk.global(instruction[0]) else { throw NotWidenable() }
      let scalars = try scalars(type)
      let result = try compute(instruction, &walk, scalars)
      guard result.count == scalars.count else { throw NotWidenable() }
      walk.bind(instruction[1], CallWalk.Binding(result, type: type))
    }
  }
  /// Reports an open loop. Both sides of branches are emitted, so the loop counts only where control reaches it.
  private mutating func reportOpenLoop(_ isOpen: LaneKind) {
    var isOpen = isOpen
    for (condition, holds) in pathConditions {
      let isReached = holds ? condition : kernel.emitter.operate(.logicalNot, .bool, condition)
      isOpen = kernel.emitter.and(isOpen, isReached)
    }
    kernel.reportOpenLoop(isOpen)
  }
}
