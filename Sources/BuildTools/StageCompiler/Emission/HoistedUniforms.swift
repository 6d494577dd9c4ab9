/// What a row form computes for all pixels alike, and where it reads: the first pixels of a call keep it, the others
/// take it from there. A weight may take a sine, and what it is multiplied with a few products.
struct HoistedUniforms {
  /// The stage's lines, with what keeps numbers or takes what is kept.
  let lines: [String]

  private static let scalars: Set<Substring> = ["float", "int", "unsigned"]

  /// - Returns: nil where nothing would be kept, or where not all pixels take the same way.
  init?(_ emitter: StageEmitter) {
    guard !emitter.signature.countsRounds, !emitter.lines.contains(where: { $0.contains("ANY(") }) else { return nil }
    let own = emitter.lines.map(Self.defined)
    let shared = Set(own.compactMap { $0 })
    // Of what only tells such numbers nothing is left where they are known; where to read is known as well.
    var used: Set<Substring> = []
    for (line, name) in zip(emitter.lines, own) where name == nil {
      if let variable = line.split(separator: " ").first, shared.contains(variable) { continue }
      let isControl = line.hasPrefix("if (") || line.hasPrefix("READ_MOVED")
      if !isControl { used.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
    }
    var (lines, keeps, isInLoops) = ([String](), false, false)
    for (line, name) in zip(emitter.lines, own) {
      // What stands in front of all loops is computed once anyway.
      isInLoops = isInLoops || line.hasPrefix("for")
      let isRead = line.hasPrefix("READ_MOVED")
      lines.append(isRead ? "SHARED_" + line : line)
      let isKept = isInLoops && name.map { $0.hasPrefix("t") && used.contains($0) } ?? false
      if isKept { lines.append("SHARE(\(name!))") }
      keeps = keeps || isRead || isKept
    }
    guard keeps else { return nil }
    self.lines = lines
  }

  /// The name of a number that all pixels share, where a line declares it; nil for other lines.
  private static func defined(_ line: String) -> Substring? {
    let words = line.split(separator: " ", maxSplits: 3)
    return words.count == 4 && words[2] == "=" && scalars.contains(words[0]) ? words[1] : nil
  }
}
