import ImageGraph

/// The labels at which a walk through blocks ends, with their meanings.
struct Exits {
  enum Meaning {
    /// The merge point of control flow: the walk ends.
    case join
    /// The end of the loop.
    case leave
    /// The continue target of the loop, or the end of the switch: pixels wait for the others in a mask.
    case wait(Int)
  }

  var meanings: [UInt32: Meaning] = [:]

  func adding(_ label: UInt32, _ meaning: Meaning) -> Exits {
    var exits = self
    exits.meanings[label] = meaning
    return exits
  }
}

extension LaneFunctionDecoder {
  /// Decodes the blocks from `label` on, up to one of the exits.
  mutating func walk(_ label: UInt32, _ exits: Exits) throws(RenderError) {
    var label = label
    var visited: Set<UInt32> = []
    while true {
      walkedBlocks += 1
      guard let block = blocks[label], visited.insert(label).inserted, walkedBlocks <= 4 * blocks.count else {
        throw malformed("control flow")
      }
      if block.merge?.opcode == .loopMerge {
        guard let next = try loop(label, block, exits) else { return }
        label = next
        continue
      }
      try decode(block.instructions)
      guard let next = try end(of: label, block, exits) else { return }
      label = next
    }
  }

  /// Decodes the end of a block. Returns the label where the walk continues; nil if it ends.
  private mutating func end(of label: UInt32, _ block: Block, _ exits: Exits) throws(RenderError) -> UInt32? {
    guard let end = block.end else { throw malformed("a block without an end") }
    switch end.opcode {
    case .return:
      emit(.returnLanes)
      return nil
    case .returnValue:
      let value = try value(end[0])
      let count = function.results.count
      guard try decoder.size(of: value.type) == count else { throw malformed("a result") }
      if let first = function.results.first { emit(.moveLive, count: count, result: first, a: value.register) }
      emit(.returnLanes)
      return nil
    case .unreachable, .kill:
      emit(.leave)
      return nil
    case .branch: return try go(from: label, to: end[0], exits)
    case .branchConditional: return try branch(label, block, end, exits)
    case .switch: return try choice(label, block, end, exits)
    default: throw malformed("the end of a block")
    }
  }

  /// Branches to a label: moves the incoming values of its phis, and acts on the exit's meaning. Returns nil if the
  /// walk ends.
  private mutating func go(from label: UInt32, to target: UInt32, _ exits: Exits) throws(RenderError) -> UInt32? {
    guard let block = blocks[target] else { throw malformed("a branch") }
    for instruction in block.instructions where instruction.opcode == .phi {
      let (register, type) = try value(instruction[1])
      for position in stride(from: 2, to: instruction.operandCount - 1, by: 2) where instruction[position + 1] == label
      {
        let incoming = try value(instruction[position])
        guard incoming.type == type else { throw malformed("a phi") }
        emit(.moveLive, count: try decoder.size(of: type), result: register, a: incoming.register)
      }
    }
    switch exits.meanings[target] {
    case nil: return target
    case .join: break
    case .leave: emit(.leave)
    case .wait(let mask): emit(.wait, a: mask)
    }
    return nil
  }

  private mutating func branch(
    _ label: UInt32, _ block: Block, _ end: Instruction, _ exits: Exits
  ) throws(RenderError) -> UInt32? {
    let condition = try value(end[0]).register
    let merge = block.merge?.opcode == .selectionMerge ? block.merge?[0] : nil
    let inner = merge.map { exits.adding($0, .join) } ?? exits
    func side(_ target: UInt32) -> (inout Self) throws(RenderError) -> Void {
      { (body: inout Self) throws(RenderError) in
        if let next = try body.go(from: label, to: target, inner) { try body.walk(next, inner) }
      }
    }
    let (first, second) = (try range(side(end[1])), try range(side(end[2])))
    emit(.choose, result: try decoder.registers(2), a: condition, b: first, c: second)
    guard let merge else { return nil }
    return try afterMerge(merge, exits)
  }

  /// Returns the label after a construct, which may be an exit of an enclosing one; nil if the walk ends.
  private mutating func afterMerge(_ merge: UInt32, _ exits: Exits) throws(RenderError) -> UInt32? {
    switch exits.meanings[merge] {
    case nil: return merge
    case .join: break
    case .leave: emit(.leave)
    case .wait(let mask): emit(.wait, a: mask)
    }
    return nil
  }

  // MARK: Loops

  /// Decodes the header and body of a loop, then its continue block. Returns the label after the loop.
  private mutating func loop(_ label: UInt32, _ block: Block, _ exits: Exits) throws(RenderError) -> UInt32? {
    guard let merge = block.merge else { throw malformed("a loop") }
    let (end, next) = (merge[0], merge[1])
    // The saved mask, and the mask of pixels that wait for the next iteration.
    let masks = try decoder.registers(2)
    let inside = exits.adding(end, .leave)
    let body = try range { (body: inout Self) throws(RenderError) in
      let iteration = inside.adding(next, .wait(masks + 1))
      try body.decode(block.instructions)
      var header = block
      header.merge = nil
      if let following = try body.end(of: label, header, iteration) { try body.walk(following, iteration) }
    }
    let continuing = try range { (body: inout Self) throws(RenderError) in
      guard next != label else { return }
      try body.walk(next, inside.adding(label, .join))
    }
    emit(.loop, result: masks, b: body, c: continuing)
    return try afterMerge(end, exits)
  }

  // MARK: Switches

  private mutating func choice(
    _ label: UInt32, _ block: Block, _ end: Instruction, _ exits: Exits
  ) throws(RenderError) -> UInt32? {
    guard let merge = block.merge?[0] else { throw malformed("a switch") }
    let selector = try value(end[0]).register
    var numbers: [UInt32: [UInt32]] = [end[1]: []]
    for position in stride(from: 2, to: end.operandCount - 1, by: 2) {
      numbers[end[position + 1], default: []].append(end[position])
    }
    // Masks: pixels that are done, pixels that match no case so far, and the pixels of each case.
    let masks = try decoder.registers(2 + numbers.count)
    let done = Exits.Meaning.wait(masks)
    let targets = numbers.keys.sorted { (blocks[$0]?.order ?? 0) < (blocks[$1]?.order ?? 0) }
    emit(.enter, count: 2 + numbers.count, result: masks)
    for (index, target) in targets.enumerated() {
      for number in numbers[target]! {
        emit(.match, number: Int(Int32(bitPattern: number)), result: masks + 2 + index, a: selector, b: masks + 1)
      }
    }
    for (index, target) in targets.enumerated() {
      // The remaining pixels take the default.
      if target == end[1] { emit(.or, result: masks + 2 + index, a: masks + 2 + index, b: masks + 1) }
    }
    emit(.leave)
    for (index, target) in targets.enumerated() {
      emit(.rejoin, a: masks + 2 + index)
      var inner = exits.adding(merge, done)
      for other in targets where other != target { inner = inner.adding(other, .join) }
      let body = try range { (body: inout Self) throws(RenderError) in
        if let next = try body.go(from: label, to: target, exits.adding(merge, done)) { try body.walk(next, inner) }
      }
      emit(.run, b: body)
    }
    emit(.rejoin, a: masks)
    return try afterMerge(merge, exits)
  }
}
