/// A Data Matrix code of ECC 200 as its data codewords (ISO/IEC 16022:2006, the stage after step 1).
package struct DataMatrixSymbol: Sendable, Hashable {
  package let codewords: [UInt8]
  package let rows: Int
  package let columns: Int
  private let size: Size

  /// Returns nil if there is no symbol with these rows and columns, or if it holds another number of codewords.
  package init?(codewords: [UInt8], rows: Int, columns: Int) {
    guard let size = Self.sizes.first(where: { $0.rows == rows && $0.columns == columns }),
      codewords.count == size.data
    else { return nil }
    (self.codewords, self.rows, self.columns, self.size) = (codewords, rows, columns, size)
  }

  /// A row of table 7; `across` and `down` are the numbers of data regions.
  private struct Size: Hashable {
    let rows, columns, data, correction: Int
    var across = 1
    var down = 1
    var blocks = 1
  }

  private static let sizes: [Size] = [
    Size(rows: 10, columns: 10, data: 3, correction: 5), Size(rows: 12, columns: 12, data: 5, correction: 7),
    Size(rows: 14, columns: 14, data: 8, correction: 10), Size(rows: 16, columns: 16, data: 12, correction: 12),
    Size(rows: 18, columns: 18, data: 18, correction: 14), Size(rows: 20, columns: 20, data: 22, correction: 18),
    Size(rows: 22, columns: 22, data: 30, correction: 20), Size(rows: 24, columns: 24, data: 36, correction: 24),
    Size(rows: 26, columns: 26, data: 44, correction: 28),
    square(32, 62, 36, regions: 2), square(36, 86, 42, regions: 2), square(40, 114, 48, regions: 2),
    square(44, 144, 56, regions: 2), square(48, 174, 68, regions: 2), square(52, 204, 84, regions: 2, blocks: 2),
    square(64, 280, 112, regions: 4, blocks: 2), square(72, 368, 144, regions: 4, blocks: 4),
    square(80, 456, 192, regions: 4, blocks: 4), square(88, 576, 224, regions: 4, blocks: 4),
    square(96, 696, 272, regions: 4, blocks: 4), square(104, 816, 336, regions: 4, blocks: 6),
    square(120, 1050, 408, regions: 6, blocks: 6), square(132, 1304, 496, regions: 6, blocks: 8),
    square(144, 1558, 620, regions: 6, blocks: 10),
    Size(rows: 8, columns: 18, data: 5, correction: 7), Size(rows: 8, columns: 32, data: 10, correction: 11, across: 2),
    Size(rows: 12, columns: 26, data: 16, correction: 14),
    Size(rows: 12, columns: 36, data: 22, correction: 18, across: 2),
    Size(rows: 16, columns: 36, data: 32, correction: 24, across: 2),
    Size(rows: 16, columns: 48, data: 49, correction: 28, across: 2),
  ]

  private static func square(_ side: Int, _ data: Int, _ correction: Int, regions: Int, blocks: Int = 1) -> Size {
    Size(
      rows: side, columns: side, data: data, correction: correction, across: regions, down: regions, blocks: blocks)
  }

  package func modules() -> ModuleGrid {
    let field = GaloisField(bits: 8, polynomial: 0x12D)
    var words = codewords.map(Int.init) + Array(repeating: 0, count: size.correction)
    for block in 0..<size.blocks {
      let data = stride(from: block, to: codewords.count, by: size.blocks).map { words[$0] }
      let correction = field.correction(of: data, count: size.correction / size.blocks, firstRoot: 1)
      for (index, word) in correction.enumerated() { words[codewords.count + block + index * size.blocks] = word }
    }

    let (height, width) = (rows - 2 * size.down, columns - 2 * size.across)
    let plain = Placement(words, rows: height, columns: width).modules
    var grid = ModuleGrid(width: columns, height: rows)
    let (tall, wide) = (height / size.down, width / size.across)
    for y in 0..<rows {
      for x in 0..<columns {
        let (down, across) = (y % (tall + 2), x % (wide + 2))
        // Around each region: solid at the left and bottom, alternating dark and light at the top and right.
        grid[x, y] =
          if across == 0 || down == tall + 1 {
            true
          } else if down == 0 {
            across.isMultiple(of: 2)
          } else if across == wide + 1 {
            !down.isMultiple(of: 2)
          } else {
            plain[(y / (tall + 2) * tall + down - 1) * width + x / (wide + 2) * wide + across - 1]
          }
      }
    }
    return grid
  }

  /// The placement of the codewords' bits, without the finder patterns (annex F).
  private struct Placement {
    private let rows, columns: Int
    private let words: [Int]
    private var placed: [Bool?]
    var modules: [Bool] { placed.map { $0 ?? false } }

    init(_ words: [Int], rows: Int, columns: Int) {
      (self.words, self.rows, self.columns) = (words, rows, columns)
      placed = Array(repeating: nil, count: rows * columns)
      place()
    }

    private mutating func set(_ row: Int, _ column: Int, _ word: Int, _ bit: Int) {
      var (row, column) = (row, column)
      if row < 0 {
        row += rows
        column += 4 - (rows + 4) % 8
      }
      if column < 0 {
        column += columns
        row += 4 - (columns + 4) % 8
      }
      placed[row * columns + column] = word < words.count && words[word] >> (8 - bit) & 1 == 1
    }

    /// Places the eight modules of a codeword whose last one is at (row, column).
    private mutating func utah(_ row: Int, _ column: Int, _ word: Int) {
      let offsets = [(-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0)]
      for (index, (dy, dx)) in offsets.enumerated() { set(row + dy, column + dx, word, index + 1) }
    }

    private mutating func corner(_ positions: [(Int, Int)], _ word: Int) {
      for (index, (row, column)) in positions.enumerated() { set(row, column, word, index + 1) }
    }

    private mutating func place() {
      let (bottom, right) = (rows - 1, columns - 1)
      var (row, column, word) = (4, 0, 0)
      repeat {
        if row == rows, column == 0 {
          corner(
            [(bottom, 0), (bottom, 1), (bottom, 2), (0, right - 1), (0, right), (1, right), (2, right), (3, right)],
            word)
          word += 1
        }
        if row == rows - 2, column == 0, columns % 4 != 0 {
          corner(
            [
              (bottom - 2, 0), (bottom - 1, 0), (bottom, 0), (0, right - 3), (0, right - 2), (0, right - 1), (0, right),
              (1, right),
            ], word)
          word += 1
        }
        if row == rows - 2, column == 0, columns % 8 == 4 {
          corner(
            [
              (bottom - 2, 0), (bottom - 1, 0), (bottom, 0), (0, right - 1), (0, right), (1, right), (2, right),
              (3, right),
            ], word)
          word += 1
        }
        if row == rows + 4, column == 2, columns % 8 == 0 {
          corner(
            [
              (bottom, 0), (bottom, right), (0, right - 2), (0, right - 1), (0, right), (1, right - 2), (1, right - 1),
              (1, right),
            ], word)
          word += 1
        }
        repeat {
          if row < rows, column >= 0, placed[row * columns + column] == nil {
            utah(row, column, word)
            word += 1
          }
          (row, column) = (row - 2, column + 2)
        } while row >= 0 && column < columns
        (row, column) = (row + 1, column + 3)
        repeat {
          if row >= 0, column < columns, placed[row * columns + column] == nil {
            utah(row, column, word)
            word += 1
          }
          (row, column) = (row + 2, column - 2)
        } while row < rows && column >= 0
        (row, column) = (row + 3, column + 1)
      } while row < rows || column < columns
      // A corner that no codeword reaches has a fixed pattern.
      if placed[rows * columns - 1] == nil {
        placed[rows * columns - 1] = true
        placed[(rows - 2) * columns + columns - 2] = true
      }
    }
  }
}
