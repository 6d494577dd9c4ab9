/// The uniform values and read positions of a row form. The first pixels of a call compute and store them; the other
/// pixels load them. For example, a weight may need a sine, but only a few products use it.
struct HoistedUniforms {
  /// The stage's lines, with stores and loads of the hoisted values.
  let lines: [String]

  private static let scalars: Set<Substring> = ["float", "int", "unsigned"]

  /// - Returns: nil if nothing would be stored, or if control flow differs between pixels.
  init?(_ emitter: StageEmitter) {
    guard !emitter.signature.countsIterations, !emitter.lines.contains(where: { $0.contains("ANY(") }) else {
      return nil
    }
    let own = emitter.lines.map(Self.defined)
    let shared = Set(own.compactMap { $0 })
    // Values that only determine uniform branches or read positions are not needed after hoisting.
    var used: Set<Substring> = []
    for (line, name) in zip(emitter.lines, own) where name == nil {
      if let variable = line.split(separator: " ").first, shared.contains(variable) { continue }
      let isControl = line.hasPrefix("if (") || line.hasPrefix("READ_MOVED")
      if !isControl { used.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
    }
    var (lines, hoists, isInLoops) = ([String](), false, false)
    for (line, name) in zip(emitter.lines, own) {
      // Code before all loops runs once in any case.
      isInLoops = isInLoops || line.hasPrefix("for")
      let isRead = line.hasPrefix("READ_MOVED")
      lines.append(isRead ? "HOISTED_" + line : line)
      let isHoisted = isInLoops && name.map { $0.hasPrefix("t") && used.contains($0) } ?? false
      if isHoisted { lines.append("HOIST(\(name!))") }
      hoists = hoists || isRead || isHoisted
    }
    guard hoists else { return nil }
    self.lines = lines
  }

  /// Returns the name of a uniform value that a line declares; nil for other lines.
  private static func defined(_ line: String) -> Substring? {
    let words = line.split(separator: " ", maxSplits: 3)
    return words.count == 4 && words[2] == "=" && scalars.contains(words[0]) ? words[1] : nil
  }
}
