/// Switches: each case runs for the pixels that selected it, and for those that fall through from the case before.
extension StageEmitter {
  /// Emits a switch; returns the label of the next block.
  func choose(
    _ frame: EmitterFrame, _ selector: StageValue, _ other: ShaderID, _ cases: [(number: UInt32, target: ShaderID)],
    merge: ShaderID
  ) throws(StageError) -> ShaderID? {
    loopCount += 1
    let before = mask
    findings.note(control: selector.origin)
    // Pixels leave a switch by the same mask as a loop.
    let leaving = StageLoop(loopCount, merge: merge, next: 0, mask: mask, isDivergent: true)
    write("I \(leaving.live) = \(mask ?? "ALL");")
    write("I \(leaving.iteration) = ALL;")
    let number = selector.kind == .uint ? "(I)\(selector.vector)" : selector.vector
    var masks: [ShaderID: String] = [:]
    var chosen: [String] = []
    let targets = Set(cases.map(\.target) + [other]).subtracting([merge])
      .sorted { frame.function.index(of: $0) < frame.function.index(of: $1) }
    for target in targets where target != other {
      let name = newName("m")
      let tests = cases.filter { $0.target == target }.map { "(\(number) == \(Int32(bitPattern: $0.number)))" }
      write("I \(name) = \(leaving.live) & (\(tests.joined(separator: " | ")));")
      masks[target] = name
      chosen.append(name)
    }
    if targets.contains(other) {
      // Pixels whose case is the merge block or shared with the default are excluded from the other cases.
      let left = cases.filter { $0.target == merge || $0.target == other }.map {
        ($0.target == merge, "(\(number) == \(Int32(bitPattern: $0.number)))")
      }
      let name = newName("m")
      let out = chosen + left.filter(\.0).map(\.1)
      write("I \(name) = \(leaving.live)\(out.map { " & ~\($0)" }.joined());")
      masks[other] = name
    }
    loops.append(leaving)
    choices.append(masks)
    for target in targets {
      guard let name = masks[target] else { continue }
      try scoped("if (ANY(\(name)))") { () throws(StageError) in
        mask = newName("m")
        write("I \(mask!) = \(name);")
        try sequence(frame, from: target, to: nil)
      }
      mask = before
    }
    choices.removeLast()
    loops.removeLast()
    mask = before
    narrow(frame)
    if case .unreachable = frame.function.block(merge).end, frame.function.block(merge).body.isEmpty { return nil }
    return merge
  }
}
