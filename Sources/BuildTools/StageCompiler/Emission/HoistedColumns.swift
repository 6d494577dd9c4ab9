/// The column-dependent values of a row stage with contiguous pixels and reads. They are the same in all rows, so the
/// first row computes and stores them.
struct HoistedColumns {
  /// The number of stored vectors: outside of loops, and for each iteration of a loop.
  let count: Int
  let countInLoops: Int
  /// The stage's lines, with stores and loads of the hoisted values.
  let lines: [String]

  /// The cost of computing the index of a column, in operations.
  private static let operationsPerIndex = 8
  /// The minimum number of saved operations for a stored vector: loading it costs about one operation.
  private static let leastOperations = 3

  /// - Returns: nil if hoisting does not pay, or if the stored values differ between rows.
  init?(_ emitter: StageEmitter) {
    guard emitter.form.axis == [1, 0], !emitter.form.isStored, emitter.readsColumns, emitter.looseReaders.isEmpty,
      emitter.findings.control.isEmpty, !emitter.signature.countsIterations,
      !emitter.lines.contains(where: { $0.contains("!ANY(") })
    else { return nil }
    var (lines, once, inLoops, orders) = ([String](), 0, 0, 0)
    /// The heads of the open braces.
    var heads: [String] = []
    /// Whether a value would be stored for some vectors only.
    var isInChoice = false
    func countVector() {
      isInChoice = isInChoice || heads.contains { $0.hasPrefix("if (ANY(") }
      if heads.contains(where: { $0.hasPrefix("for") }) { inLoops += 1 } else { once += 1 }
    }
    for line in emitter.lines {
      if line.hasPrefix("}") { heads.removeLast() }
      if line.hasSuffix("{") { heads.append(line) }
      if let read = Self.read(line) {
        let order = "order\(orders)"
        orders += 1
        countVector()
        lines += [
          "I \(order) = order_of(&call->rows[\(read.reader)], \(read.column));", "CACHE_COLUMN(\(order))",
          "READ_ORDER(\(read.reader), \(order), \(read.remaining)",
        ]
        continue
      }
      lines.append(line)
      let words = line.split(separator: " ", maxSplits: 3)
      if words.count == 4, words[2] == "=", emitter.columnValues.contains(String(words[1])) {
        countVector()
        lines.append("CACHE_COLUMN(\(words[1]))")
      }
    }
    let operations = emitter.columnOperations + orders * Self.operationsPerIndex
    guard !isInChoice, operations >= (once + inLoops) * Self.leastOperations, once <= 255, inLoops <= 255 else {
      return nil
    }
    (self.lines, count, countInLoops) = (lines, once, inLoops)
  }

  /// Returns the parts of a column read; nil for other lines.
  private static func read(_ line: String) -> (reader: Substring, column: Substring, remaining: String)? {
    let start = "READ_COLUMNS("
    guard line.hasPrefix(start) else { return nil }
    let parts = line.dropFirst(start.count).split(separator: ", ", maxSplits: 2)
    return parts.count == 3 ? (parts[0], parts[1], String(parts[2])) : nil
  }
}
