import ImageGraph

/// Where a walk through blocks ends, and what that means.
struct Exits {
  enum Meaning {
    /// Control flow joins there: the walk is over.
    case join
    /// The end of the loop.
    case leave
    /// The loop goes on there, or the switch ends there: pixels wait for the others in a mask.
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
  /// Writes the blocks from `label` on, up to one of the exits.
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

  /// What stands at the end of a block; the label where the walk goes on, nil where it is over.
  private mutating func end(of label: UInt32, _ block: Block, _ exits: Exits) throws(RenderError) -> UInt32? {
    guard let end = block.end else { throw malformed("a block without an end") }
    switch end.opcode {
    case .return:
      emit(.giveBack)
      return nil
    case .returnValue:
      let value = try value(end[0])
      let count = function.results.count
      guard try decoder.size(of: value.type) == count else { throw malformed("a result") }
      if let first = function.results.first { emit(.moveLive, count: count, result: first, a: value.register) }
      emit(.giveBack)
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

  /// Goes to a label: moves what its phis get from here, and does what an exit means. Nil where the walk is over.
  private mutating func go(from label: UInt32, to target: UInt32, _ exits: Exits) throws(RenderError) -> UInt32? {
    guard let block = blocks[target] else { throw malformed("a branch") }
    for instruction in block.instructions where instruction.opcode == .phi {
      let (register, type) = try value(instruction[1])
      for place in stride(from: 2, to: instruction.operandCount - 1, by: 2) where instruction[place + 1] == label {
        let incoming = try value(instruction[place])
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

  /// Where a walk goes on behind a construct. Its end may be an exit of another one.
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

  /// Header and body, then what is done before the next round; the label behind the loop.
  private mutating func loop(_ label: UInt32, _ block: Block, _ exits: Exits) throws(RenderError) -> UInt32? {
    guard let merge = block.merge else { throw malformed("a loop") }
    let (end, next) = (merge[0], merge[1])
    // The saved mask, and that of pixels that wait for the next round.
    let masks = try decoder.registers(2)
    let inside = exits.adding(end, .leave)
    let body = try range { (body: inout Self) throws(RenderError) in
      let round = inside.adding(next, .wait(masks + 1))
      try body.decode(block.instructions)
      var header = block
      header.merge = nil
      if let following = try body.end(of: label, header, round) { try body.walk(following, round) }
    }
    let goingOn = try range { (body: inout Self) throws(RenderError) in
      guard next != label else { return }
      try body.walk(next, inside.adding(label, .join))
    }
    emit(.loop, result: masks, b: body, c: goingOn)
    return try afterMerge(end, exits)
  }

  // MARK: Choices

  private mutating func choice(
    _ label: UInt32, _ block: Block, _ end: Instruction, _ exits: Exits
  ) throws(RenderError) -> UInt32? {
    guard let merge = block.merge?[0] else { throw malformed("a switch") }
    let selector = try value(end[0]).register
    var numbers: [UInt32: [UInt32]] = [end[1]: []]
    for place in stride(from: 2, to: end.operandCount - 1, by: 2) {
      numbers[end[place + 1], default: []].append(end[place])
    }
    // Pixels that are done, those that no case has chosen yet, and those of each case.
    let masks = try decoder.registers(2 + numbers.count)
    let done = Exits.Meaning.wait(masks)
    let targets = numbers.keys.sorted { (blocks[$0]?.order ?? 0) < (blocks[$1]?.order ?? 0) }
    emit(.enter, count: 2 + numbers.count, result: masks)
    for (place, target) in targets.enumerated() {
      for number in numbers[target]! {
        emit(.match, number: Int(Int32(bitPattern: number)), result: masks + 2 + place, a: selector, b: masks + 1)
      }
    }
    for (place, target) in targets.enumerated() {
      // The rest goes to the default.
      if target == end[1] { emit(.or, result: masks + 2 + place, a: masks + 2 + place, b: masks + 1) }
    }
    emit(.leave)
    for (place, target) in targets.enumerated() {
      emit(.rejoin, a: masks + 2 + place)
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
