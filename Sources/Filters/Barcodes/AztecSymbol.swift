/// An Aztec code as its data codewords (ISO/IEC 24778:2008, the stage after 7.3.1.2).
package struct AztecSymbol: Sendable, Hashable {
  /// The data codewords of 6, 8, 10 or 12 bits; see `wordBits`.
  package let codewords: [UInt16]
  package let isCompact: Bool
  package let layers: Int

  /// Returns nil if there are no such symbols, or if the codewords are missing, too many or too large, or one has all
  /// bits equal.
  package init?(codewords: [UInt16], isCompact: Bool, layers: Int) {
    guard (1...(isCompact ? 4 : 32)).contains(layers) else { return nil }
    let largest = 1 << Self.wordBits(layers: layers) - 1
    let total = Self.capacity(isCompact: isCompact, layers: layers)
    guard (1...min(total - 3, isCompact ? 64 : 2048)).contains(codewords.count),
      codewords.allSatisfy({ (1..<largest).contains(Int($0)) })
    else { return nil }
    (self.codewords, self.isCompact, self.layers) = (codewords, isCompact, layers)
  }

  /// Returns the number of bits of a codeword (table 1).
  package static func wordBits(layers: Int) -> Int { layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12 }

  /// Returns the number of codewords of all kinds in a symbol.
  package static func capacity(isCompact: Bool, layers: Int) -> Int {
    bits(isCompact: isCompact, layers: layers) / wordBits(layers: layers)
  }

  private static func bits(isCompact: Bool, layers: Int) -> Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }

  /// Returns the number of data codewords that the mode message of a symbol specifies.
  package static func dataCodewords(in grid: ModuleGrid, isCompact: Bool) -> Int {
    let ring = modeRing(side: grid.width, isCompact: isCompact)
    let message = ring.prefix(isCompact ? 8 : 16).reduce(0) { $0 << 1 | (grid[$1.0, $1.1] ? 1 : 0) }
    return message & (isCompact ? 0x3F : 0x7FF) + 1
  }

  private static let polynomials = [4: 0x13, 6: 0x43, 8: 0x12D, 10: 0x409, 12: 0x1069]

  private static func corrected(_ words: [Int], bits: Int, count: Int) -> [Int] {
    let field = GaloisField(bits: bits, polynomial: polynomials[bits] ?? 0)
    return words + field.correction(of: words, count: count, firstRoot: 1)
  }

  /// Returns the bits of words, the highest bit of each first.
  private static func bits(of words: [Int], each bits: Int) -> [Bool] {
    words.flatMap { word in (0..<bits).map { word >> (bits - 1 - $0) & 1 == 1 } }
  }

  package func modules() -> ModuleGrid {
    // The grid without reference lines, then the position of each of its lines with them.
    let plain = (isCompact ? 11 : 14) + 4 * layers
    let side = isCompact ? plain : plain + 1 + 2 * ((plain / 2 - 1) / 15)
    let lines: [Int] = (0..<plain).map { index in
      if isCompact { return index }
      let (middle, half) = (side / 2, plain / 2)
      return index < half
        ? middle - (half - index) - (half - 1 - index) / 15 : middle + (index - half) + (index - half) / 15 + 1
    }
    var grid = ModuleGrid(width: side, height: side)
    drawData(&grid, lines)
    if !isCompact { drawReferenceGrid(&grid) }
    drawBullseye(&grid)
    drawMode(&grid)
    return grid
  }

  /// Draws the layers from the outside in, each two modules deep: down the left, along the bottom, up the right, along
  /// the top (7.3.3).
  private func drawData(_ grid: inout ModuleGrid, _ lines: [Int]) {
    let wordBits = Self.wordBits(layers: layers)
    let total = Self.capacity(isCompact: isCompact, layers: layers)
    let words = Self.corrected(codewords.map(Int.init), bits: wordBits, count: total - codewords.count)
    let unused = Self.bits(isCompact: isCompact, layers: layers) % wordBits
    let bits = Array(repeating: false, count: unused) + Self.bits(of: words, each: wordBits)
    let last = lines.count - 1
    var next = 0
    for layer in 0..<layers {
      let length = (layers - layer) * 4 + (isCompact ? 9 : 12)
      let (low, high) = (2 * layer, last - 2 * layer)
      for quarter in 0..<4 {
        for along in 0..<length {
          for depth in 0..<2 {
            let (x, y) =
              switch quarter {
              case 0: (low + depth, low + along)
              case 1: (low + along, high - depth)
              case 2: (high - depth, high - along)
              default: (high - along, low + depth)
              }
            grid[lines[x], lines[y]] = bits[next]
            next += 1
          }
        }
      }
    }
  }

  /// Draws every sixteenth line from the centre, with alternating dark and light modules.
  private func drawReferenceGrid(_ grid: inout ModuleGrid) {
    let middle = grid.width / 2
    for offset in stride(from: 0, through: middle, by: 16) {
      for index in 0..<grid.width where (index - middle).isMultiple(of: 2) == offset.isMultiple(of: 2) {
        for line in [middle - offset, middle + offset] {
          grid[line, index] = true
          grid[index, line] = true
        }
      }
    }
  }

  private func drawBullseye(_ grid: inout ModuleGrid) {
    let middle = grid.width / 2
    let reach = isCompact ? 5 : 7
    for dy in -reach...reach {
      for dx in -reach...reach {
        let ring = max(abs(dx), abs(dy))
        // The mode message is in the last ring, except its corners and, in full symbols, the reference lines.
        if ring < reach { grid[middle + dx, middle + dy] = ring.isMultiple(of: 2) }
      }
    }
    // Orientation marks: three, two, one and no dark modules.
    let (low, high) = (middle - reach, middle + reach)
    for (x, y) in [(low, low), (low + 1, low), (low, low + 1), (high, low), (high, low + 1), (high, high - 1)] {
      grid[x, y] = true
    }
    for (x, y) in [(high - 1, low), (high, high), (high - 1, high), (low, high), (low + 1, high), (low, high - 1)] {
      grid[x, y] = false
    }
  }

  /// Draws the mode message: layers and codewords with their error correction, clockwise from the upper left (7.2.2).
  private func drawMode(_ grid: inout ModuleGrid) {
    let message = isCompact ? (layers - 1) << 6 | (codewords.count - 1) : (layers - 1) << 11 | (codewords.count - 1)
    let count = isCompact ? 2 : 4
    let nibbles = (0..<count).map { message >> (4 * (count - 1 - $0)) & 0xF }
    let words = Self.corrected(nibbles, bits: 4, count: isCompact ? 5 : 6)
    let ring = Self.modeRing(side: grid.width, isCompact: isCompact)
    for ((x, y), bit) in zip(ring, Self.bits(of: words, each: 4)) { grid[x, y] = bit }
  }

  /// Returns the positions of the mode message.
  private static func modeRing(side: Int, isCompact: Bool) -> [(Int, Int)] {
    let (middle, reach) = (side / 2, isCompact ? 5 : 7)
    let steps = (-reach + 2...reach - 2).filter { isCompact || $0 != 0 }
    let top = steps.map { (middle + $0, middle - reach) }
    let right = steps.map { (middle + reach, middle + $0) }
    let bottom = steps.map { (middle - $0, middle + reach) }
    let left = steps.map { (middle - reach, middle - $0) }
    return top + right + bottom + left
  }
}
