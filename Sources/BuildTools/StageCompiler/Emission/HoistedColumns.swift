/// What a stage that makes pixels side by side, and reads others side by side, computes of columns alone: it is the
/// same in all rows, so the first one keeps it.
struct HoistedColumns {
  /// Vectors that are kept once, and in each turn of a loop.
  let count: Int
  let countInLoops: Int
  /// The stage's lines, with what keeps them or reads what is kept.
  let lines: [String]

  /// What finding a place of a column takes, in operations.
  private static let operationsOfPlace = 8
  /// Operations that a vector must spare: reading one takes about as long as one.
  private static let leastOperations = 3

  /// - Returns: nil where that would not pay, or what is kept is not the same in all rows.
  init?(_ emitter: StageEmitter) {
    guard emitter.form.axis == [1, 0], !emitter.form.isStored, emitter.readsColumns, emitter.looseReaders.isEmpty,
      emitter.findings.control.isEmpty, !emitter.signature.countsRounds,
      !emitter.lines.contains(where: { $0.contains("!ANY(") })
    else { return nil }
    var (lines, once, inLoops, places) = ([String](), 0, 0, 0)
    /// The heads of the braces that are open.
    var heads: [String] = []
    /// True where something would be kept for some vectors only.
    var isInChoice = false
    func keep() {
      isInChoice = isInChoice || heads.contains { $0.hasPrefix("if (ANY(") }
      if heads.contains(where: { $0.hasPrefix("for") }) { inLoops += 1 } else { once += 1 }
    }
    for line in emitter.lines {
      if line.hasPrefix("}") { heads.removeLast() }
      if line.hasSuffix("{") { heads.append(line) }
      if let read = Self.read(line) {
        let order = "order\(places)"
        places += 1
        keep()
        lines += [
          "I \(order) = order_of(&call->rows[\(read.reader)], \(read.column));", "KEEP(\(order))",
          "READ_ORDER(\(read.reader), \(order), \(read.rest)",
        ]
        continue
      }
      lines.append(line)
      let words = line.split(separator: " ", maxSplits: 3)
      if words.count == 4, words[2] == "=", emitter.columnValues.contains(String(words[1])) {
        keep()
        lines.append("KEEP(\(words[1]))")
      }
    }
    let operations = emitter.columnOperations + places * Self.operationsOfPlace
    guard !isInChoice, operations >= (once + inLoops) * Self.leastOperations, once <= 255, inLoops <= 255 else {
      return nil
    }
    (self.lines, count, countInLoops) = (lines, once, inLoops)
  }

  /// The parts of a read of columns; nil for other lines.
  private static func read(_ line: String) -> (reader: Substring, column: Substring, rest: String)? {
    let start = "READ_COLUMNS("
    guard line.hasPrefix(start) else { return nil }
    let parts = line.dropFirst(start.count).split(separator: ", ", maxSplits: 2)
    return parts.count == 3 ? (parts[0], parts[1], String(parts[2])) : nil
  }
}
