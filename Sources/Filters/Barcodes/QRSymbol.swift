/// A QR code as its data codewords (ISO/IEC 18004:2015, the stage after 7.4.10).
package struct QRSymbol: Sendable, Hashable {
  package enum Level: Int, Sendable { case l, m, q, h }

  package let codewords: [UInt8]
  package let version: Int
  package let mask: Int
  package let level: Level

  /// Returns nil for versions outside 1...40, masks outside 0...7, and another number of codewords than the version
  /// holds.
  package init?(codewords: [UInt8], version: Int, mask: Int, level: Level) {
    guard (1...40).contains(version), (0...7).contains(mask),
      codewords.count == Self.capacity(version: version, level: level)
    else { return nil }
    (self.codewords, self.version, self.mask, self.level) = (codewords, version, mask, level)
  }

  /// Returns the number of data codewords of a version.
  package static func capacity(version: Int, level: Level) -> Int {
    total(version) - correctionPerBlock[level.rawValue][version - 1] * blocks[level.rawValue][version - 1]
  }

  /// Returns the number of codewords of all kinds: the modules without function patterns, divided by eight (table 1).
  private static func total(_ version: Int) -> Int {
    var modules = (16 * version + 128) * version + 64
    if version >= 2 {
      let lines = version / 7 + 2
      modules -= (25 * lines - 10) * lines - 55
      if version >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// The correction codewords per block by level and version (table 9).
  private static let correctionPerBlock = [
    [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
      28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30,
      30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30,
      30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]
  private static let blocks = [
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19, 20, 21, 22, 24, 25,
    ],
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43,
      45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51,
      54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
  ]

  /// The codewords of data and correction, interleaved from the blocks (7.6).
  private var interleaved: [UInt8] {
    let blocks = Self.blocks[level.rawValue][version - 1]
    let count = Self.correctionPerBlock[level.rawValue][version - 1]
    let field = GaloisField(bits: 8, polynomial: 0x11D)
    let (short, longer) = (codewords.count / blocks, codewords.count % blocks)
    var remaining = codewords.map(Int.init)[...]
    let data = (0..<blocks).map { index in
      let length = short + (index >= blocks - longer ? 1 : 0)
      defer { remaining = remaining.dropFirst(length) }
      return Array(remaining.prefix(length))
    }
    let correction = data.map { field.correction(of: $0, count: count, firstRoot: 0) }
    let first = (0...short).flatMap { index in data.compactMap { index < $0.count ? UInt8($0[index]) : nil } }
    return first + (0..<count).flatMap { index in correction.map { UInt8($0[index]) } }
  }

  package func modules() -> ModuleGrid {
    let side = version * 4 + 17
    var grid = ModuleGrid(width: side, height: side)
    var reserved = grid
    drawPatterns(&grid, &reserved)

    let bits: [Bool] = interleaved.flatMap { word in (0..<8).map { word >> (7 - $0) & 1 == 1 } }
    for (index, (x, y)) in Self.positions(besides: reserved).enumerated() {
      // The remaining modules are light before masking.
      let bit = index < bits.count && bits[index]
      grid[x, y] = bit != isMasked(x, y)
    }
    return grid
  }

  /// Returns the positions of the codewords' bits, in their order.
  private static func positions(besides reserved: ModuleGrid) -> [(x: Int, y: Int)] {
    let side = reserved.width
    // Two columns at a time from the right, alternately upwards and downwards; the vertical timing pattern is skipped
    // (7.7.3).
    let columns = Array(stride(from: side - 1, through: 8, by: -2)) + [5, 3, 1]
    return columns.enumerated().flatMap { turn, right in
      (0..<side).flatMap { step in
        let y = turn % 2 == 0 ? side - 1 - step : step
        return [right, right - 1].filter { !reserved[$0, y] }.map { (x: $0, y: y) }
      }
    }
  }

  /// Returns the fraction of a block's correctable errors that a hidden square in the middle causes, for the block that
  /// loses most.
  ///
  /// - Parameter side: the side of the square in modules, odd.
  package static func cost(ofSquare side: Int, version: Int, level: Level) -> Double {
    let count = capacity(version: version, level: level)
    guard let symbol = QRSymbol(codewords: Array(repeating: 0, count: count), version: version, mask: 0, level: level)
    else { return 0 }
    var grid = ModuleGrid(width: version * 4 + 17, height: version * 4 + 17)
    var reserved = grid
    symbol.drawPatterns(&grid, &reserved)
    let square = (grid.width - side) / 2..<(grid.width + side) / 2
    let lost = positions(besides: reserved).enumerated().filter { square.contains($1.x) && square.contains($1.y) }

    let blocks = blocks[level.rawValue][version - 1]
    let (short, longer) = (count / blocks, count % blocks)
    var perBlock = Array(repeating: 0, count: blocks)
    for word in Set(lost.map { $0.offset / 8 }) where word < total(version) {
      let block =
        word < short * blocks
        ? word % blocks : word < count ? blocks - longer + word - short * blocks : (word - count) % blocks
      perBlock[block] += 1
    }
    return Double(perBlock.max()!) / Double(correctionPerBlock[level.rawValue][version - 1] / 2)
  }

  /// Returns whether the mask inverts a module (table 10).
  private func isMasked(_ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  private func drawPatterns(_ grid: inout ModuleGrid, _ reserved: inout ModuleGrid) {
    let side = grid.width
    func set(_ x: Int, _ y: Int, _ isDark: Bool) {
      guard (0..<side).contains(x), (0..<side).contains(y) else { return }
      grid[x, y] = isDark
      reserved[x, y] = true
    }
    for index in 0..<side {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] {
      for dy in -4...4 {
        for dx in -4...4 { set(x + dx, y + dy, ![2, 4].contains(max(abs(dx), abs(dy)))) }
      }
    }
    let centers = alignmentCenters
    for y in centers {
      for x in centers where !((x == 6 && y == 6) || (x == 6 && y == side - 7) || (x == side - 7 && y == 6)) {
        for dy in -2...2 {
          for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
      }
    }
    drawFormat(side, set)
    if version >= 7 { drawVersion(side, set) }
  }

  /// The rows and columns of the alignment patterns, evenly spaced from the far end (annex E).
  private var alignmentCenters: [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { version * 4 + 10 - $0 * step }
  }

  /// Draws the format information: level and mask with their error correction, twice (7.9).
  private func drawFormat(_ side: Int, _ set: (Int, Int, Bool) -> Void) {
    let data = [1, 0, 3, 2][level.rawValue] << 3 | mask
    let bits = (data << 10 | remainder(data, 0x537, 10)) ^ 0x5412
    for index in 0..<15 {
      let isDark = bits >> index & 1 == 1
      let near = index < 6 ? index : index < 8 ? index + 1 : index
      if index < 8 { set(8, near, isDark) } else { set(index == 8 ? 7 : 14 - index, 8, isDark) }
      if index < 8 { set(side - 1 - index, 8, isDark) } else { set(8, side - 15 + index, isDark) }
    }
    set(8, side - 8, true)
  }

  /// Draws the version information with its error correction, twice (7.10).
  private func drawVersion(_ side: Int, _ set: (Int, Int, Bool) -> Void) {
    let bits = version << 12 | remainder(version, 0x1F25, 12)
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      set(side - 11 + index % 3, index / 3, isDark)
      set(index / 3, side - 11 + index % 3, isDark)
    }
  }

  /// Returns the remainder of data · 2^degree by the polynomial, over bits.
  private func remainder(_ data: Int, _ polynomial: Int, _ degree: Int) -> Int {
    (0..<degree).reduce(data) { remaining, _ in remaining << 1 ^ (remaining >> (degree - 1) & 1) * polynomial }
  }
}
