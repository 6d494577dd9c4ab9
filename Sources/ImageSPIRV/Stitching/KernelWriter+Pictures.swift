import ImageGraph
import ImagePasses

/// Reads of stored pictures and of readers.
extension KernelWriter {
  private mutating func texel(_ input: Int, _ index: Lane) -> Lanes {
    let scalar: Scalar = program.inputs[input] == .texel ? .float : .uint
    let image = emitter.module.emit(.load, imageType(program.inputs[input]), [inputs[input]])
    let color = emitter.module.emit(.imageFetch, emitter.module.type(scalar, 4), [image, index.id])
    return emitter.lanes(color, scalar, count: 4)
  }

  /// Pixels from one row of a picture to the next: its width, padded to a multiple of four.
  private mutating func pitch(_ geometry: Lanes) -> Lane {
    let width = emitter.operate(.convertFToS, .int, geometry[2])
    return emitter.operate(
      .bitwiseAnd, .int, emitter.add(width, emitter.constant(Int32(3))), emitter.constant(Int32(-4)))
  }

  /// The pixel that holds a point, clear outside. Compared as floats: NaN and far points never become an index.
  mutating func fetch(_ input: Int, _ point: Lanes, _ geometry: Lanes) -> Lanes {
    let zero = emitter.constant(Float(0))
    let column = emitter.floor(emitter.subtract(point[0], geometry[0]))
    let row = emitter.floor(emitter.subtract(geometry[1], point[1]))
    let isInside = contains([zero, zero, geometry[2], geometry[3]], [column, row])
    let index = emitter.add(
      emitter.multiply(emitter.operate(.convertFToS, .int, emitter.select(isInside, row, zero)), pitch(geometry)),
      emitter.operate(.convertFToS, .int, emitter.select(isInside, column, zero)))
    return pixel(input, index).map { emitter.select(isInside, $0, zero) }
  }

  /// One pixel, also out of a group.
  private mutating func pixel(_ input: Int, _ index: Lane) -> Lanes {
    func isOdd(_ bit: Int32) -> Lane {
      let masked = emitter.operate(.bitwiseAnd, .int, index, emitter.constant(bit))
      return emitter.operate(.iNotEqual, .bool, masked, emitter.constant(Int32(0)))
    }
    func group(_ shift: Int32) -> Lanes {
      texel(input, emitter.operate(.shiftRightArithmetic, .int, index, emitter.constant(shift)))
    }
    switch program.inputs[input] {
    case .texel: return texel(input, index)
    case .packed8:
      let (words, low, high) = (group(2), isOdd(1), isOdd(2))
      let pairs = [emitter.select(low, words[1], words[0]), emitter.select(low, words[3], words[2])]
      return components8(emitter.select(high, pairs[1], pairs[0]))
    case .packedHalf:
      let (words, isSecond) = (group(1), isOdd(1))
      return unpackedHalf(emitter.select(isSecond, words[2], words[0]))
        + unpackedHalf(emitter.select(isSecond, words[3], words[1]))
    }
  }

  /// Four pixels of a row, from one texel or two.
  mutating func fetchPacked(_ input: Int, y: Lane, _ geometry: Lanes) -> Lanes {
    let column = emitter.operate(
      .convertFToS, .int, emitter.floor(emitter.subtract(firstX!, geometry[0])))
    let row = emitter.operate(.convertFToS, .int, emitter.floor(emitter.subtract(geometry[1], y)))
    let pixel = emitter.add(emitter.multiply(row, pitch(geometry)), column)

    let shift = emitter.constant(Int32(program.inputs[input] == .packed8 ? 2 : 1))
    let index = emitter.operate(.shiftRightArithmetic, .int, pixel, shift)
    var words = texel(input, index)
    if program.inputs[input] == .packedHalf { words += texel(input, emitter.add(index, emitter.constant(Int32(1)))) }
    return unpacked(words, program.inputs[input])
  }

  /// Four pixels of a row of a packed input, from anywhere: the groups that they lie in, moved to their place; clear outside.
  mutating func fetchRow(_ input: Int, y: Lane, _ geometry: Lanes, isAligned: Bool) -> Lanes {
    let (zero, one) = (emitter.constant(Float(0)), emitter.constant(Int32(1)))
    let row = emitter.floor(emitter.subtract(geometry[1], y))
    let isRow = emitter.and(
      emitter.operate(.fOrdGreaterThanEqual, .bool, row, zero), emitter.operate(.fOrdLessThan, .bool, row, geometry[3]))
    let (pixelsPerGroup, groups): (Int32, Int32) = program.inputs[input] == .packed8 ? (4, 2) : (2, 3)
    let shift = emitter.constant(Int32(pixelsPerGroup == 4 ? 2 : 1))
    let groupsPerRow = emitter.operate(.shiftRightArithmetic, .int, pitch(geometry), shift)
    let base = emitter.multiply(emitter.operate(.convertFToS, .int, emitter.select(isRow, row, zero)), groupsPerRow)
    let left = emitter.floor(emitter.subtract(firstX!, geometry[0]))
    var words: Lanes = []
    if isAligned {
      let column = emitter.operate(.convertFToS, .int, left)
      let first = emitter.add(base, emitter.operate(.shiftRightArithmetic, .int, column, shift))
      for step in 0..<(groups - 1) { words += texel(input, emitter.add(first, emitter.constant(step))) }
      let none = emitter.constant(UInt32(0))
      return unpacked(words.map { emitter.select(isRow, $0, none) }, program.inputs[input])
    }

    // Near enough to the picture for integers; all outside of it is clear.
    let far = emitter.constant(Float(8))
    let start = emitter.min(emitter.max(left, emitter.subtract(zero, far)), emitter.add(geometry[2], far))
    let isInside = contains(
      [zero, zero, geometry[2], geometry[3]], [emitter.add(start, emitter.wideConstant([0, 1, 2, 3])), row])
    let column = emitter.operate(.convertFToS, .int, start)
    let last = emitter.subtract(groupsPerRow, one)
    let first = emitter.operate(.shiftRightArithmetic, .int, column, shift)
    for step in 0..<groups {
      let group = emitter.clamp(emitter.add(first, emitter.constant(step)), emitter.constant(Int32(0)), last)
      words += texel(input, emitter.add(base, group))
    }

    // Moves by 1 and by 2 pixels make all moves inside of a group.
    let wordsPerPixel = pixelsPerGroup == 4 ? 1 : 2
    var bit = pixelsPerGroup / 2
    while bit > 0 {
      let isMoved = emitter.operate(
        .iNotEqual, .bool, emitter.operate(.bitwiseAnd, .int, column, emitter.constant(bit)),
        emitter.constant(Int32(0)))
      let distance = Int(bit) * wordsPerPixel
      words = (0..<(words.count - distance)).map { emitter.select(isMoved, words[$0 + distance], words[$0]) }
      bit /= 2
    }
    let clear = emitter.constant(Float(0))
    return unpacked(Array(words.prefix(4 * wordsPerPixel)), program.inputs[input]).map {
      emitter.select(isInside, $0, clear)
    }
  }

  /// The components of four pixels, from their words in order.
  private mutating func unpacked(_ words: Lanes, _ form: Program.LoadForm) -> Lanes {
    if form == .packed8 { return unpacked8(words) }
    return emitter.planes((0..<4).map { pixel in unpackedHalf(words[2 * pixel]) + unpackedHalf(words[2 * pixel + 1]) })
  }

  private mutating func unpackedHalf(_ word: Lane) -> Lanes {
    let pair = emitter.module.emit(
      .extInst, emitter.module.type(.float, 2),
      [emitter.module.extendedInstructions(), LaneEmitter.Extended.unpackHalf2x16.rawValue, word.id])
    return emitter.lanes(pair, .float, count: 2)
  }

  private mutating func unpacked8(_ pixels: Lanes) -> Lanes {
    components8(emitter.planes(pixels.map { [$0] })[0])
  }

  /// Signed conversions: lavapipe has no fast unsigned ones.
  private mutating func components8(_ words: Lane) -> Lanes {
    let (low, scale) = (emitter.constant(UInt32(255)), emitter.constant(Float(1) / 255))
    return (0..<4).map { component in
      var byte = words
      if component > 0 {
        byte = emitter.operate(.shiftRightLogical, .uint, byte, emitter.constant(UInt32(8 * component)))
      }
      if component < 3 { byte = emitter.operate(.bitwiseAnd, .uint, byte, low) }
      let number = emitter.operate(.convertSToF, .float, emitter.operate(.bitcast, .int, byte))
      return emitter.multiply(number, scale)
    }
  }

  /// A reader's colour at a point: a call, or for four pixels at once its block in place.
  mutating func read(_ reader: ID, _ point: Lanes) throws(RenderError) -> Lanes {
    if point.contains(where: \.isWide), options.widens, let block = readers.firstIndex(of: reader),
      program.blocks[block].instructions.count <= Self.longestInPlace
    {
      return try lower(block, at: point)
    }
    return perPixel(point) { writer, point in
      let module = writer.emitter.module.type(.float, 4)
      let color = writer.emitter.module.emit(.functionCall, module, [reader, writer.emitter.vector(point)])
      return writer.emitter.lanes(color, .float, count: 4)
    }
  }

  /// Instructions of a block that is written at each place that reads it; longer ones are called.
  private static let longestInPlace = 32

  mutating func bilinear(_ reader: ID, _ point: Lanes) throws(RenderError) -> Lanes {
    let (half, one) = (emitter.constant(Float(0.5)), emitter.constant(Float(1)))
    let moved = point.map { emitter.subtract($0, half) }
    let corner = moved.map { emitter.floor($0) }
    let weight = zip(moved, corner).map { emitter.subtract($0, $1) }
    let low = corner.map { emitter.add($0, half) }
    let high = low.map { emitter.add($0, one) }
    var rows: [Lanes] = []
    for y in [low[1], high[1]] {
      let (left, right) = (try read(reader, [low[0], y]), try read(reader, [high[0], y]))
      rows.append(zip(left, right).map { emitter.mix($0, $1, weight[0]) })
    }
    return zip(rows[0], rows[1]).map { emitter.mix($0, $1, weight[1]) }
  }
}
