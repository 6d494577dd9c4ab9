import ImageGraph
import ImagePasses

/// Reads of stored images and of readers.
extension KernelWriter {
  mutating func texel(_ input: Int, _ index: LaneKind) -> Lanes {
    let form = program.inputs[input]
    let scalar = texelScalar(form)
    let color: ID
    if isStorage(form) {
      let type = emitter.module.type(scalar, 4)
      let pointer = emitter.module.emit(
        .accessChain, emitter.module.pointer(to: type, in: .storageBuffer),
        [inputs[input], emitter.module.constant(Int32(0)), index.id])
      color = emitter.module.emit(.load, type, [pointer])
    } else {
      let image = emitter.module.emit(.load, imageType(form), [inputs[input]])
      color = emitter.module.emit(.imageFetch, emitter.module.type(scalar, 4), [image, index.id])
    }
    return emitter.lanes(color, scalar, count: 4)
  }

  /// Returns the texel of an image at a column and row.
  private mutating func texel(_ input: Int, at position: Lanes) -> Lanes {
    let at = position.map { emitter.operate(.convertFToS, .int, $0) }
    let image = emitter.module.emit(.load, imageType(program.inputs[input]), [inputs[input]])
    let lod: UInt32 = 2
    let color = emitter.module.emit(
      .imageFetch, emitter.module.type(.float, 4),
      [image, emitter.vector(at), lod, emitter.module.constant(Int32(0))])
    return emitter.lanes(color, .float, count: 4)
  }

  /// Returns the row pitch of an image in pixels: its width, padded to a multiple of four.
  mutating func pitch(_ geometry: Lanes) -> LaneKind {
    let width = emitter.operate(.convertFToS, .int, geometry[2])
    return emitter.operate(
      .bitwiseAnd, .int, emitter.add(width, emitter.constant(Int32(3))), emitter.constant(Int32(-4)))
  }

  /// Returns whether the point is in the half-open rectangle (min x, min y, max x, max y).
  mutating func contains(_ rect: Lanes, _ point: Lanes) -> LaneKind {
    let sides = (0..<2).map { axis in
      emitter.and(
        emitter.operate(.fOrdGreaterThanEqual, .bool, point[axis], rect[axis]),
        emitter.operate(.fOrdLessThan, .bool, point[axis], rect[axis + 2]))
    }
    return emitter.and(sides[0], sides[1])
  }

  /// Returns the centre of the pixel of a rectangle that is nearest to a point.
  mutating func nearest(_ point: Lanes, inside rect: Lanes) -> Lanes {
    let half = emitter.constant(Float(0.5))
    return (0..<2).map { axis in
      let center = emitter.add(emitter.floor(point[axis]), half)
      let low = emitter.max(center, emitter.add(rect[axis], half))
      return emitter.min(low, emitter.subtract(rect[axis + 2], half))
    }
  }

  /// Returns the pixel that contains a point; clear outside. The point is compared as floats, so that NaN and distant
  /// points never become an index.
  ///
  /// - Parameter origin: for an image, the column and row of its first pixel.
  mutating func fetch(_ input: Int, _ point: Lanes, _ geometry: Lanes, inImageAt origin: Lanes? = nil) -> Lanes {
    let zero = emitter.constant(Float(0))
    let column = emitter.floor(emitter.subtract(point[0], geometry[0]))
    let row = emitter.floor(emitter.subtract(geometry[1], point[1]))
    let isInside = contains([zero, zero, geometry[2], geometry[3]], [column, row])
    let (nearColumn, nearRow) = (emitter.select(isInside, column, zero), emitter.select(isInside, row, zero))
    if let origin {
      let color = texel(input, at: zip([nearColumn, nearRow], origin).map { emitter.add($0, $1) })
      return color.map { emitter.select(isInside, $0, zero) }
    }
    let index = emitter.add(
      emitter.multiply(emitter.operate(.convertFToS, .int, nearRow), pitch(geometry)),
      emitter.operate(.convertFToS, .int, nearColumn))
    return pixel(input, index).map { emitter.select(isInside, $0, zero) }
  }

  /// Returns one pixel, also from a packed group.
  private mutating func pixel(_ input: Int, _ index: LaneKind) -> Lanes {
    guard let group = group(input) else { return texel(input, index) }
    var words = texel(input, emitter.operate(.shiftRightArithmetic, .int, index, emitter.constant(group.shift)))
    var bit = group.pixels / 2
    while bit > 0 {
      words = moved(words, by: bit, where: index, group)
      bit /= 2
    }
    return components(Array(words.prefix(group.wordsPerPixel)), group.format)
  }

  /// The 16 bytes with which a packed input is read.
  private struct Group {
    var format: PixelFormat
    var pixels: Int32 { Int32(16 / format.bytesPerPixel) }
    var wordsPerPixel: Int { format.bytesPerPixel / 4 }
    /// The shift from pixel indices to group indices.
    var shift: Int32 { Int32(pixels.trailingZeroBitCount) }
  }

  /// Returns the group format of a packed input; nil for inputs whose texels are single pixels.
  private func group(_ input: Int) -> Group? {
    if case .packed(let format) = program.inputs[input] { Group(format: format) } else { nil }
  }

  /// Returns the words, moved down by a number of pixels if that bit of the pixel's index is set.
  private mutating func moved(_ words: Lanes, by bit: Int32, where index: LaneKind, _ group: Group) -> Lanes {
    let isMoved = emitter.operate(
      .iNotEqual, .bool, emitter.operate(.bitwiseAnd, .int, index, emitter.constant(bit)), emitter.constant(Int32(0)))
    let distance = Int(bit) * group.wordsPerPixel
    return (0..<(words.count - distance)).map { emitter.select(isMoved, words[$0 + distance], words[$0]) }
  }

  /// Returns four pixels of a row, from one, two or four texels.
  mutating func fetchPacked(_ input: Int, y: LaneKind, _ geometry: Lanes) -> Lanes {
    let column = emitter.operate(
      .convertFToS, .int, emitter.floor(emitter.subtract(firstX!, geometry[0])))
    let row = emitter.operate(.convertFToS, .int, emitter.floor(emitter.subtract(geometry[1], y)))
    let pixel = emitter.add(emitter.multiply(row, pitch(geometry)), column)

    let group = group(input)!
    let index = emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(group.shift))
    var words = texel(input, index)
    for step in 1..<max(1, 4 / group.pixels) { words += texel(input, emitter.add(index, emitter.constant(step))) }
    return unpacked(words, group)
  }

  /// Returns four pixels of a row of a packed input at any position: the groups that contain them, shifted; clear
  /// outside.
  mutating func fetchRow(_ input: Int, y: LaneKind, _ geometry: Lanes, isAligned: Bool) -> Lanes {
    let (zero, one) = (emitter.constant(Float(0)), emitter.constant(Int32(1)))
    let row = emitter.floor(emitter.subtract(geometry[1], y))
    let isRow = emitter.and(
      emitter.operate(.fOrdGreaterThanEqual, .bool, row, zero), emitter.operate(.fOrdLessThan, .bool, row, geometry[3]))
    let group = group(input)!
    let (full, shift) = (4 / group.pixels, emitter.constant(group.shift))
    let groupsPerRow = emitter.operate(.shiftRightArithmetic, .int, pitch(geometry), shift)
    let base = emitter.multiply(emitter.operate(.convertFToS, .int, emitter.select(isRow, row, zero)), groupsPerRow)
    let left = emitter.floor(emitter.subtract(firstX!, geometry[0]))
    var words: Lanes = []
    if isAligned {
      let column = emitter.operate(.convertFToS, .int, left)
      let first = emitter.add(base, emitter.operate(.shiftRightArithmetic, .int, column, shift))
      for step in 0..<full { words += texel(input, emitter.add(first, emitter.constant(step))) }
      let none = emitter.constant(UInt32(0))
      return unpacked(words.map { emitter.select(isRow, $0, none) }, group)
    }

    // Clamped to integers near the image; all pixels outside of it are clear.
    let far = emitter.constant(Float(8))
    let start = emitter.min(emitter.max(left, emitter.subtract(zero, far)), emitter.add(geometry[2], far))
    let isInside = contains(
      [zero, zero, geometry[2], geometry[3]], [emitter.add(start, emitter.wideConstant([0, 1, 2, 3])), row])
    let column = emitter.operate(.convertFToS, .int, start)
    let last = emitter.subtract(groupsPerRow, one)
    let first = emitter.operate(.shiftRightArithmetic, .int, column, shift)
    // Pixels that are not aligned to a group need one more.
    for step in 0..<(group.pixels > 1 ? full + 1 : full) {
      let index = emitter.clamp(emitter.add(first, emitter.constant(step)), emitter.constant(Int32(0)), last)
      words += texel(input, emitter.add(base, index))
    }

    // Moves by 1 and by 2 pixels combine to all moves inside of a group.
    var bit = group.pixels / 2
    while bit > 0 {
      words = moved(words, by: bit, where: column, group)
      bit /= 2
    }
    return unpacked(Array(words.prefix(4 * group.wordsPerPixel)), group).map { emitter.select(isInside, $0, zero) }
  }

  /// Returns the components of four pixels from their words, in order.
  private mutating func unpacked(_ words: Lanes, _ group: Group) -> Lanes {
    let pixels = stride(from: 0, to: words.count, by: group.wordsPerPixel).map {
      Array(words[$0..<($0 + group.wordsPerPixel)])
    }
    // There is no instruction for four halves at once.
    if group.format.component == .half { return emitter.planes(pixels.map { components($0, group.format) }) }
    return components(emitter.planes(pixels), group.format)
  }

  /// Returns the red, green, blue and alpha of the words of a pixel, or of four.
  private mutating func components(_ words: Lanes, _ format: PixelFormat) -> Lanes {
    switch format.component {
    case .half: return unpackedHalf(words[0]) + unpackedHalf(words[1])
    case .float: return words.map { emitter.operate(.bitcast, .float, $0) }
    case .unorm16: return words.flatMap { unsigned($0, bits: 16) }
    default:
      let color = unsigned(words[0], bits: 8)
      return format == .bgra8 ? [color[2], color[1], color[0], color[3]] : color
    }
  }

  mutating func unpackedHalf(_ word: LaneKind) -> Lanes {
    let pair = emitter.module.emit(
      .extInst, emitter.module.type(.float, 2),
      [emitter.module.extendedInstructions(), LaneEmitter.Extended.unpackHalf2x16.rawValue, word.id])
    return emitter.lanes(pair, .float, count: 2)
  }

  /// Returns the unsigned fields of a word, lowest first, as fractions of the maximum. Signed conversions are used
  /// because lavapipe has no fast unsigned ones.
  private mutating func unsigned(_ word: LaneKind, bits: Int) -> Lanes {
    let largest = UInt32(1) << bits - 1
    let (low, scale) = (emitter.constant(largest), emitter.constant(1 / Float(largest)))
    let count = 32 / bits
    return (0..<count).map { component in
      var number = word
      if component > 0 {
        number = emitter.operate(.shiftRightLogical, .uint, number, emitter.constant(UInt32(bits * component)))
      }
      if component < count - 1 { number = emitter.operate(.bitwiseAnd, .uint, number, low) }
      let signed = emitter.operate(.bitcast, .int, number)
      return emitter.multiply(emitter.operate(.convertSToF, .float, signed), scale)
    }
  }

  /// Returns a reader's colour at a point: by a call, or for four pixels at once by an inlined block.
  mutating func read(_ reader: ID, _ point: Lanes) throws(RenderError) -> Lanes {
    if point.contains(where: \.isWide), options.widens, let block = readers.firstIndex(of: reader),
      program.blocks[block].instructions.count <= Self.longestInlined
    {
      return try lower(block, at: point)
    }
    return perPixel(point) { writer, point in
      let module = writer.emitter.module.type(.float, 4)
      let color = writer.emitter.module.emit(.functionCall, module, [reader, writer.emitter.vector(point)])
      return writer.emitter.lanes(color, .float, count: 4)
    }
  }

  /// The maximum number of instructions of a block that is inlined in each read; longer blocks are called.
  private static let longestInlined = 32

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
