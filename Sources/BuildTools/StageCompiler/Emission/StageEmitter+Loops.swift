/// Loops: C loops that run while any pixel continues.
extension StageEmitter {
  /// Emits a loop; returns the label of the next block.
  func loop(_ frame: EmitterFrame, _ header: ShaderBlock, merge: ShaderID, next: ShaderID) throws(StageError)
    -> ShaderID?
  {
    guard case .branch(let body) = header.end, header.phis.isEmpty else {
      throw StageError("\(signature.name): a loop whose condition is in its header")
    }
    loopCount += 1
    let before = mask
    let loop = StageLoop(
      loopCount, merge: merge, next: next, mask: mask, isDivergent: findings.divergentLoops.contains(loopCount))
    if loop.isDivergent { write("I \(loop.live) = \(mask ?? "ALL");") }
    if signature.countsIterations { write("int32_t N\(loop.number) = 0;") }
    loops.append(loop)
    try scoped("for (;;)") { () throws(StageError) in
      // A loop of an app's kernel may be endless.
      if signature.countsIterations { write("IF_ENDLESS(N\(loop.number)) \(form.isRow ? "return limit;" : "return;")") }
      if loop.isDivergent {
        write("I \(loop.iteration) = ALL;")
        mask = loop.live
      }
      // At the end of an iteration, values stored for some pixels only are not valid for all.
      try withValueScope { () throws(StageError) in try sequence(frame, from: body, to: next) }
      if loop.isContinued { write("\(loop.nextLabel): ;") }
      if loop.isDivergent {
        mask = loop.live
        leaveWhereDone(loop)
      }
      try sequence(frame, from: next, to: header.label)
    }
    if loop.isLeft { write("\(loop.end): ;") }
    loops.removeLast()
    mask = before
    narrow(frame)
    return merge
  }

  /// Emits a condition that leaves the loop, or starts its next iteration, on one side.
  func leaveLoop(_ frame: EmitterFrame, _ condition: StageValue, _ yes: ShaderID, _ no: ShaderID, _ stop: ShaderID?)
    throws(StageError) -> ShaderID?
  {
    guard let loop = loops.last else { throw StageError("\(signature.name): a branch without a merge block") }
    let (before, sides) = (mask, [(yes, true), (no, false)])
    findings.note(control: condition.origin)
    func isJump(_ side: ShaderID) -> Bool { loops.contains { $0.merge == side || $0.next == side } }
    for (side, isYes) in sides where isJump(side) && side != stop {
      if condition.isUniform {
        try scoped("if (\(isYes ? "" : "!")\(condition.text))") { () throws(StageError) in _ = jump(side, nil) }
      } else {
        let name = newName("m")
        write("I \(name) = \(before.map { "\($0) & " } ?? "")\(isYes ? "" : "~")\(condition.text);")
        mask = name
        _ = jump(side, nil)
        mask = before
      }
    }
    narrow(frame)
    if loop.isDivergent { leaveWhereDone(loop) }
    return sides.map(\.0).first { !isJump($0) && $0 != stop }
  }

  private func leaveWhereDone(_ loop: StageLoop) {
    write("if (!ANY(\(loop.live))) goto \(loop.end);")
    loop.isLeft = true
  }
}
