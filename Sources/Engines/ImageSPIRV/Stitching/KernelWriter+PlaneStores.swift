import ImageGraph
import ImagePrograms

/// Blocks of pixels that are stored as planes: see `PlaneStore`.
extension KernelWriter {
  /// Evaluates each pixel of a block once, and stores the luma and the means of the chroma.
  ///
  /// - Parameters:
  ///   - column: the column of the block's first pixel in the output; `row` is its row.
  ///   - pitch: the row pitch of luma, in pixels.
  ///   - geometry: the geometry of the output.
  mutating func storeBlock(
    _ planes: PlaneStore, column: LaneKind, row: LaneKind, pitch: LaneKind, _ geometry: Lanes
  ) throws(RenderError) {
    guard isWide else { throw .invalidArgument("planes require four pixels an invocation, not one") }
    let height = emitter.operate(.convertFToS, .int, geometry[3])
    let colors = try colors(of: planes, column, row, height: height, geometry)

    for (index, quads) in colors.enumerated() {
      let offset = emitter.add(emitter.multiply(moved(row, by: index), pitch), column)
      let words = quads.flatMap { self.words(of: $0[0], planes) }
      write(words, at: shifted(offset, by: planes.pixelsPerWord))
    }

    let words = chroma(of: colors, planes, column, geometry).flatMap { self.words(of: $0, planes) }
    let isHalf = planes.rows == 2
    let groups = isHalf ? shifted(moved(height, by: 1), by: 2) : height
    let lumaRows = isHalf ? emitter.multiply(groups, emitter.constant(Int32(2))) : height
    let base = shifted(emitter.multiply(lumaRows, pitch), by: planes.pixelsPerWord)
    let offset = emitter.add(emitter.multiply(isHalf ? shifted(row, by: 2) : row, pitch), column)
    let first = emitter.add(base, shifted(offset, by: planes.pixelsPerChromaWord))
    if planes.isPaired { return write(words, at: first) }
    let planeWords = shifted(emitter.multiply(groups, pitch), by: planes.pixelsPerChromaWord)
    write(Array(words[..<(words.count / 2)]), at: first)
    write(Array(words[(words.count / 2)...]), at: emitter.add(first, planeWords))
  }

  /// Returns the colours of a block by row, then by group of four. Rows beyond the output repeat its edge. Groups
  /// beyond it are clamped only to avoid reads outside.
  private mutating func colors(
    of planes: PlaneStore, _ column: LaneKind, _ row: LaneKind, height: LaneKind, _ geometry: Lanes
  ) throws(RenderError) -> [[Lanes]] {
    let (zero, width) = (emitter.constant(Int32(0)), emitter.operate(.convertFToS, .int, geometry[2]))
    var rows: [[Lanes]] = []
    for y in 0..<planes.rows {
      let line = y == 0 ? row : emitter.clamp(moved(row, by: y), zero, moved(height, by: -1))
      var quads: [Lanes] = []
      for quad in 0..<planes.quads {
        var first = column
        if quad > 0 {
          let last = emitter.operate(.bitwiseAnd, .int, moved(width, by: -1), emitter.constant(Int32(-4)))
          first = emitter.clamp(moved(column, by: 4 * quad), zero, last)
        }
        quads.append(try color(column: first, row: line, geometry))
      }
      rows.append(quads)
    }
    return rows
  }

  /// Returns lanes of four values in memory order. If each plane has one component, all values of the first plane come
  /// first.
  private mutating func chroma(
    of colors: [[Lanes]], _ planes: PlaneStore, _ column: LaneKind, _ geometry: Lanes
  ) -> Lanes {
    let half = emitter.constant(Float(0.5))
    func mean(_ writer: inout KernelWriter, _ a: LaneKind, _ b: LaneKind) -> LaneKind {
      writer.emitter.add(writer.emitter.multiply(a, half), writer.emitter.multiply(b, half))
    }
    // Vertical means first, as in `ChromaSiting.down`.
    let means = colors[0].indices.map { quad in
      (1...2).map { component in
        colors.dropFirst().reduce(colors[0][quad][component]) { mean(&self, $0, $1[quad][component]) }
      }
    }
    if planes.columns == 1 {
      let (blue, red) = (means[0][0], means[0][1])
      return planes.isPaired ? [mixed(blue, red, [0, 4, 1, 5]), mixed(blue, red, [2, 6, 3, 7])] : [blue, red]
    }
    let pairs: [[LaneKind]] =
      planes.quads == 2 ? [[means[0][0], means[1][0]], [means[0][1], means[1][1]]] : [means[0]]
    let left: [UInt32] = planes.isPaired ? [0, 4, 2, 6] : [0, 2, 4, 6]
    let columns = planes.secondColumns
    let position = emitter.add(emitter.operate(.convertSToF, .float, column), emitter.wideConstant(columns))
    let isInside = emitter.operate(.fOrdLessThan, .bool, position, geometry[2])
    return pairs.map { pair in
      let (first, second) = (mixed(pair[0], pair[1], left), mixed(pair[0], pair[1], left.map { $0 + 1 }))
      return mean(&self, first, emitter.select(isInside, second, first))
    }
  }

  /// Returns four of the eight values of two lanes.
  private mutating func mixed(_ a: LaneKind, _ b: LaneKind, _ indices: [UInt32]) -> LaneKind {
    let type = emitter.module.type(.float, 4)
    let id = emitter.module.emit(.vectorShuffle, type, [emitter.wide(a), emitter.wide(b)] + indices)
    return LaneKind(id: id, scalar: .float, isWide: true)
  }

  /// Returns four values as words of integer samples.
  private mutating func words(of values: LaneKind, _ planes: PlaneStore) -> Lanes {
    var samples = packed([values], bits: [planes.depth])
    if planes.shift > 0 {
      samples = emitter.operate(.shiftLeftLogical, .uint, samples, emitter.constant(UInt32(planes.shift)))
    }
    return sharedWords(of: samples, bits: 8 * planes.bytesPerSample)
  }

  private mutating func write(_ words: Lanes, at first: LaneKind) {
    for (offset, word) in words.enumerated() {
      write(word.id, emitter.module.type(.uint), at: moved(first, by: offset))
    }
  }

  mutating func moved(_ number: LaneKind, by distance: Int) -> LaneKind {
    distance == 0 ? number : emitter.add(number, emitter.constant(Int32(distance)))
  }

  /// Returns a number divided by a power of two.
  mutating func shifted(_ number: LaneKind, by divisor: Int) -> LaneKind {
    if divisor == 1 { return number }
    return emitter.operate(
      .shiftRightArithmetic, .int, number, emitter.constant(Int32(divisor.trailingZeroBitCount)))
  }
}

extension PlaneStore {
  fileprivate var pixelsPerWord: Int { 4 / bytesPerSample }
  /// The number of pixels of a row whose chroma fills a word of its plane.
  fileprivate var pixelsPerChromaWord: Int { pixelsPerWord * columns / (isPaired ? 2 : 1) }
  /// The columns in the block of the second pixels of four chroma samples, in memory order.
  fileprivate var secondColumns: [Float] {
    if quads == 2 { return [1, 3, 5, 7] }
    return isPaired ? [1, 1, 3, 3] : [1, 3, 1, 3]
  }
}
