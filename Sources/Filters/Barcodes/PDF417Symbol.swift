import CBarcode
import ImageGraph

/// A PDF417 code as its data codewords (ISO/IEC 15438:2015, 5.4).
package struct PDF417Symbol: Sendable, Hashable {
  /// The data codewords, 0...928; the first is their number.
  package let codewords: [UInt16]
  package let isCompact: Bool
  package let rows: Int
  package let columns: Int

  /// The correction level, 0...8: the symbol has 2^(level + 1) codewords for error correction.
  package var level: Int { (rows * columns - codewords.count).trailingZeroBitCount - 1 }

  /// Returns nil if there is no such symbol: it has 3...90 rows, 1...30 columns and at most 928 codewords. Also returns
  /// nil if the first codeword is not their number, or if the number of correction codewords is not 2, 4, 8 … 512.
  package init?(codewords: [UInt16], isCompact: Bool, rows: Int, columns: Int) {
    guard (3...90).contains(rows), (1...30).contains(columns), rows * columns <= 928,
      codewords.first.map(Int.init) == codewords.count, codewords.allSatisfy({ $0 < 929 }),
      Self.corrections.contains(rows * columns - codewords.count)
    else { return nil }
    (self.codewords, self.isCompact, self.rows, self.columns) = (codewords, isCompact, rows, columns)
  }

  private static let corrections = (1...9).map { 1 << $0 }

  /// Returns the width in modules.
  package static func width(columns: Int, isCompact: Bool) -> Int { 17 * columns + (isCompact ? 35 : 69) }

  /// The width of the quiet zone on all sides and the height of a row, in pixels.
  package static let margin = 2
  package static let rowHeight = 3

  package func image() throws(RenderError) -> Node {
    try modules().image(margin: Self.margin, rowHeight: Self.rowHeight, label: "PDF417 code")
  }

  package func modules() -> ModuleGrid {
    var grid = ModuleGrid(width: Self.width(columns: columns, isCompact: isCompact), height: rows)
    let words = codewords.map(Int.init) + correction
    for y in 0..<rows {
      let (left, right) = indicators(row: y)
      let data = words[y * columns..<(y + 1) * columns]
      var x = 0
      func draw(_ pattern: Int, _ bits: Int) {
        for bit in (0..<bits).reversed() {
          grid[x, y] = pattern >> bit & 1 == 1
          x += 1
        }
      }
      draw(0x1FEA8, 17)
      for word in [left] + data + (isCompact ? [] : [right]) { draw(Self.pattern(word, cluster: y % 3), 17) }
      if isCompact { draw(1, 1) } else { draw(0x3FA29, 18) }
    }
    return grid
  }

  /// Returns the indicators of a row: row number, number of rows, columns and level, in the order of the row's cluster
  /// (5.11.3).
  private func indicators(row: Int) -> (left: Int, right: Int) {
    let facts = [(rows - 1) / 3, level * 3 + (rows - 1) % 3, columns - 1]
    let base = 30 * (row / 3)
    return (base + facts[row % 3], base + facts[(row + 2) % 3])
  }

  /// The error correction codewords: Reed-Solomon over the integers modulo 929, whose primitive element is 3 (5.10).
  private var correction: [Int] {
    let count = rows * columns - codewords.count
    var divisor = [1]
    var root = 1
    for _ in 0..<count {
      root = root * 3 % 929
      // Times (x - root), the highest coefficient first.
      divisor = zip(divisor + [0], [0] + divisor).map { ($0 + $1 * (929 - root)) % 929 }
    }
    var remainder = Array(repeating: 0, count: count)
    for word in codewords {
      let factor = (Int(word) + remainder.removeFirst()) % 929
      remainder.append(0)
      for index in remainder.indices {
        remainder[index] = (remainder[index] + factor * (929 - divisor[index + 1])) % 929
      }
    }
    return remainder.map { (929 - $0) % 929 }
  }

  // MARK: Patterns

  private static func pattern(_ codeword: Int, cluster: Int) -> Int {
    Int(cbarcode_pdf417_pattern(Int32(cluster), Int32(codeword)))
  }

  /// Returns the data codewords of an undamaged symbol, with its padding; nil if a pattern is not one of PDF417.
  static func codewords(in grid: ModuleGrid, columns: Int) -> [UInt16]? {
    let lookup = (0..<3).map { cluster in
      Dictionary(uniqueKeysWithValues: (0..<929).map { (pattern($0, cluster: cluster), UInt16($0)) })
    }
    var words: [UInt16] = []
    for y in 0..<grid.height {
      for column in 0..<columns {
        let pattern = (0..<17).reduce(0) { $0 << 1 | (grid[34 + 17 * column + $1, y] ? 1 : 0) }
        guard let word = lookup[y % 3][pattern] else { return nil }
        words.append(word)
      }
    }
    return words.first.map { Array(words.prefix(Int($0))) }
  }
}
