/// Blocks in execution order: C's `if` for uniform conditions, masks for others.
extension StageEmitter {
  /// Emits blocks from one label up to another, which is not emitted; nil: up to the end of the function.
  func sequence(_ frame: EmitterFrame, from start: ShaderID, to stop: ShaderID?) throws(StageError) {
    var next: ShaderID? = start
    while let label = next, label != stop {
      let block = frame.function.block(label)
      for instruction in block.body { try compute(instruction, frame) }
      for store in frame.phiStores[label] ?? [] {
        self.store(try components(store.value, frame), Pointer(variable: store.variable, type: store.type))
      }
      if case .loop(let merge, let end)? = block.merge {
        next = try loop(frame, block, merge: merge, next: end)
        continue
      }
      switch block.end {
      case .branch(let target): next = jump(target, stop)
      case .returned(let value):
        try leave(frame, block, value)
        return
      case .unreachable: return
      case .choice(let selector, let other, let cases):
        guard case .selection(let merge)? = block.merge else { throw StageError("a switch without a merge block") }
        next = try choose(frame, try components(selector, frame)[0], other, cases, merge: merge)
        if next == stop { next = nil }
      case .conditional(let condition, let yes, let no):
        let condition = try components(condition, frame)[0]
        if case .selection(let merge)? = block.merge {
          next = try select(frame, condition, yes, no, merge: merge)
          if next == stop { next = nil }
        } else {
          next = try leaveLoop(frame, condition, yes, no, stop)
        }
      }
    }
  }

  private func leave(_ frame: EmitterFrame, _ block: ShaderBlock, _ value: ShaderID?) throws(StageError) {
    if frame.live == nil, mask != frame.mask { findings.noteDivergent(call: frame.number) }
    if let value {
      store(try components(value, frame), Pointer(variable: frame.result, type: frame.function.resultType))
    }
    if let live = frame.live, let mask, mask != frame.mask {
      write("\(live) &= ~\(mask);")
    } else if block.label != frame.function.lastLabel || scopes.count > 1 {
      write("goto \(frame.label);")
      frame.isLeft = true
    }
  }

  /// Emits a jump out of a loop or to its next iteration; returns the label of any other target, which is emitted next.
  func jump(_ target: ShaderID, _ stop: ShaderID?) -> ShaderID? {
    if target == stop { return nil }
    // Fallthrough into the next case.
    if let index = choices.lastIndex(where: { $0[target] != nil }) {
      write("\(choices[index][target]!) |= \(mask ?? "ALL");")
      return nil
    }
    guard let loop = loops.last(where: { $0.merge == target || $0.next == target }) else { return target }
    let leaves = loop.merge == target
    if loop.isDivergent {
      write("\(leaves ? loop.live : loop.iteration) &= ~\(mask ?? "ALL");")
    } else {
      if mask != loop.mask { findings.noteDivergent(loop: loop.number) }
      write("goto \(leaves ? loop.end : loop.nextLabel);")
      if leaves { loop.isLeft = true } else { loop.isContinued = true }
    }
    return nil
  }

  /// Emits both sides of a branch; returns their merge block.
  private func select(
    _ frame: EmitterFrame, _ condition: StageValue, _ yes: ShaderID, _ no: ShaderID, merge: ShaderID
  ) throws(StageError) -> ShaderID? {
    let before = mask
    findings.note(control: condition.origin)
    if let truth = condition.truth {
      let side = truth ? yes : no
      if side != merge, let next = jump(side, merge) { try sequence(frame, from: next, to: merge) }
      narrow(frame)
      if case .unreachable = frame.function.block(merge).end, frame.function.block(merge).body.isEmpty { return nil }
      return merge
    }
    for (side, isYes) in [(yes, true), (no, false)] where side != merge {
      let head: String
      if condition.isUniform {
        head = "if (\(isYes ? "" : "!")\(condition.text))"
      } else {
        let name = newName("m")
        write("I \(name) = \(before.map { "\($0) & " } ?? "")\(isYes ? "" : "~")\(condition.text);")
        // A few instructions cost less than a jump.
        head = isShort(side, frame, merge) ? "" : "if (ANY(\(name)))"
        mask = name
      }
      try scoped(head) { () throws(StageError) in
        if let next = jump(side, merge) { try sequence(frame, from: next, to: merge) }
      }
      mask = before
    }
    narrow(frame)
    if case .unreachable = frame.function.block(merge).end, frame.function.block(merge).body.isEmpty { return nil }
    return merge
  }

  private func isShort(_ side: ShaderID, _ frame: EmitterFrame, _ merge: ShaderID) -> Bool {
    let block = frame.function.block(side)
    guard case .branch(merge) = block.end, block.body.count < 24 else { return false }
    return !block.body.contains { $0.opcode == .functionCall }
  }

  /// Narrows the mask to the remaining pixels, after code that may have ended some.
  func narrow(_ frame: EmitterFrame) {
    var parts = [mask, frame.live].compactMap { $0 }
    for loop in loops where loop.isDivergent { parts += [loop.live, loop.iteration] }
    guard !parts.isEmpty, parts.map(Optional.some) != [mask] else { return }
    let name = newName("m")
    write("I \(name) = \(parts.joined(separator: " & "));")
    mask = name
  }
}
