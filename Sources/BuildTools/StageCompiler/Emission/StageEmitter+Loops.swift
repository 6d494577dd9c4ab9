/// Loops: C's own, for as long as any pixel goes on.
extension StageEmitter {
  /// Writes a loop; gives what follows it.
  func loop(_ frame: EmitterFrame, _ header: ShaderBlock, merge: ShaderID, next: ShaderID) throws(StageError) -> ShaderID? {
    guard case .branch(let body) = header.end, header.phis.isEmpty else {
      throw StageError("\(signature.name): a loop that starts with its condition")
    }
    loopCount += 1
    let before = mask
    let loop = StageLoop(
      loopCount, merge: merge, next: next, mask: mask, isDivergent: findings.divergentLoops.contains(loopCount))
    if loop.isDivergent { write("I \(loop.live) = \(mask ?? "ALL");") }
    if signature.countsRounds { write("int32_t N\(loop.number) = 0;") }
    loops.append(loop)
    try scoped("for (;;)") { () throws(StageError) in
      // A loop of an app may have no end.
      if signature.countsRounds { write("END_AFTER(N\(loop.number)) \(form.isRow ? "return room;" : "return;")") }
      if loop.isDivergent {
        write("I \(loop.turn) = ALL;")
        mask = loop.live
      }
      // What a turn stored for those that stay in it is not known to the others at its end.
      try known { () throws(StageError) in try sequence(frame, from: body, to: next) }
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

  /// A condition that leaves the loop, or goes to its next turn, on one side.
  func leaveLoop(_ frame: EmitterFrame, _ condition: StageValue, _ yes: ShaderID, _ no: ShaderID, _ stop: ShaderID?) throws(StageError) -> ShaderID? {
    guard let loop = loops.last else { throw StageError("\(signature.name): a branch whose sides do not meet") }
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
