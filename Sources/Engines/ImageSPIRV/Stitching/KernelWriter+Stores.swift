import ImageGraph
import ImagePasses

/// Stores of the result.
extension KernelWriter {
  /// The type of an element of the output buffer, and its size in bytes.
  var storedElement: (type: ID, stride: UInt32) {
    mutating get {
      guard case .pixels(let format) = program.store else { return (emitter.module.type(.uint), 4) }
      switch format.bytesPerPixel * program.pixelsPerInvocation {
      case ...4: return (emitter.module.type(.uint), 4)
      case 8: return (emitter.module.type(.uint, 2), 8)
      case 16 where !isWide: return (emitter.module.type(.uint, 4), 16)
      default: return (wideElement, 16)
      }
    }
  }

  /// The type of 16 bytes that are stored at once.
  private var wideElement: ID {
    mutating get {
      guard options.stores64 else { return emitter.module.type(.uint, 4) }
      emitter.module.require(Capability.int64)
      return emitter.module.global(.typeVector, [emitter.module.global(.typeInt, [64, 0]), 2])
    }
  }

  mutating func store(_ color: Lanes, at pixel: LaneKind) throws(RenderError) {
    switch program.store {
    case .pixels(let format):
      guard isWide || format.bytesPerPixel >= 4 else {
        throw .invalidArgument("\(format.rawValue) requires four pixels an invocation, not one")
      }
      let words = words(of: color, as: format)
      if format.bytesPerPixel < 4 {
        writeShared(words[0], bits: format.bytesPerPixel * 8, at: pixel)
      } else {
        writeWords(words, at: pixel)
      }
    case .histogram(let bins, _):
      guard !isWide else { throw .invalidArgument("a histogram requires one pixel an invocation, not four") }
      count(color, bins: try slot(bins, .int)[0], in: .all(output))
    case .planes: throw .invalidArgument("planes must be stored by blocks")
    case .image: throw .invalidArgument("pixels of an image must be stored by column and row")
    }
  }

  /// Returns the type of an image that kernels write.
  mutating func storedImageType(_ format: PixelFormat) -> ID {
    // Image formats of SPIR-V 1.5, section 3.11.
    let number: UInt32 =
      switch format {
      case .rgbaf: 1
      case .rgbah: 2
      default: 4
      }
    return emitter.module.global(.typeImage, [emitter.module.type(.float), 1, 0, 0, 0, 2, number])
  }

  /// Writes a pixel, or those of four that are in the output, to an image.
  ///
  /// - Parameter origin: the image's column and row of the output's first pixel.
  mutating func writeImage(_ color: Lanes, as format: PixelFormat, column: LaneKind, row: LaneKind, at origin: Lanes) {
    let (stored, corner) = (exact(color, as: format), origin.map { emitter.operate(.convertFToS, .int, $0) })
    let image = emitter.module.emit(.load, storedImageType(format), [output])
    let y = emitter.add(row, corner[1])
    let end = emitter.add(region[0], region[2])
    for index in 0..<(isWide ? 4 : 1) {
      let x = index == 0 ? column : emitter.add(column, emitter.constant(Int32(index)))
      let texel = emitter.vector(isWide ? stored.map { emitter.pixel(index, of: $0) } : stored)
      let at = emitter.vector([emitter.add(x, corner[0]), y])
      if index == 0 {
        emitter.module.emit(.imageWrite, [image, at, texel])
      } else {
        let isInOutput = emitter.operate(.sLessThan, .bool, x, end)
        branch(on: isInOutput.id) { $0.emitter.module.emit(.imageWrite, [image, at, texel]) }
      }
    }
  }

  /// Returns the colour rounded to the format's values, so that the result does not depend on the device's rounding.
  private mutating func exact(_ color: Lanes, as format: PixelFormat) -> Lanes {
    switch format.component {
    case .unorm8:
      let scale = emitter.constant(1 / Float(255))
      return color.map {
        let number = emitter.operate(.bitcast, .int, packed([$0], bits: [8]))
        return emitter.multiply(emitter.operate(.convertSToF, .float, number), scale)
      }
    case .half:
      return perPixel(color) { writer, color in
        let words = [writer.half(color[0], color[1]), writer.half(color[2], color[3])]
        return words.flatMap { writer.unpackedHalf($0) }
      }
    default: return color
    }
  }

  /// Returns a pixel as the 32-bit words of its format; shorter pixels are in the low bits.
  private mutating func words(of color: Lanes, as format: PixelFormat) -> Lanes {
    let components = format.channels.map { channel in
      switch channel {
      case .red, .grey: color[0]
      case .green: color[1]
      case .blue: color[2]
      case .alpha: color[3]
      case .unused: emitter.constant(Float(1))
      }
    }
    let pairs = stride(from: 0, to: components.count, by: 2).map {
      Array(components[$0..<min($0 + 2, components.count)])
    }
    switch format.component {
    case .unorm8: return [packed(components, bits: Array(repeating: 8, count: components.count))]
    case .packed10: return [packed(components, bits: [10, 10, 10, 2])]
    case .unorm16: return pairs.map { packed($0, bits: Array(repeating: 16, count: $0.count)) }
    case .half: return pairs.map { half($0[0], $0.count > 1 ? $0[1] : emitter.constant(Float(0))) }
    case .float: return components.map { emitter.operate(.bitcast, .uint, $0) }
    }
  }

  /// Returns components as unsigned fields of these bit widths, the first one lowest. NaN becomes 0.
  mutating func packed(_ components: Lanes, bits: [Int]) -> LaneKind {
    let scales = bits.map { emitter.constant(Float((1 << $0) - 1)) }
    let (zero, one, half) = (emitter.constant(Float(0)), emitter.constant(Float(1)), emitter.constant(Float(0.5)))
    var word: LaneKind?
    var position = 0
    for (index, component) in components.enumerated() {
      let limited = emitter.min(emitter.max(component, zero), one)
      let scaled = emitter.add(emitter.multiply(limited, scales[index]), half)
      var number = emitter.operate(.bitcast, .uint, emitter.operate(.convertFToS, .int, scaled))
      if position > 0 {
        number = emitter.operate(.shiftLeftLogical, .uint, number, emitter.constant(UInt32(position)))
      }
      position += bits[index]
      word = word.map { emitter.operate(.bitwiseOr, .uint, $0, number) } ?? number
    }
    return word!
  }

  private mutating func half(_ low: LaneKind, _ high: LaneKind) -> LaneKind {
    perPixel([low, high]) { writer, pair in
      let vector = writer.emitter.vector(pair)
      let word = writer.emitter.module.emit(
        .extInst, writer.emitter.module.type(.uint),
        [writer.emitter.module.extendedInstructions(), LaneEmitter.Extended.packHalf2x16.rawValue, vector])
      return [LaneKind(id: word, scalar: .uint, isWide: false)]
    }[0]
  }

  /// Stores four pixels of 8 or 16 bits each, which fill one or two words.
  private mutating func writeShared(_ pixels: LaneKind, bits: Int, at pixel: LaneKind) {
    let words = sharedWords(of: pixels, bits: bits)
    let index = emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(Int32(2)))
    write(emitter.vector(words), emitter.module.type(.uint, words.count), at: index)
  }

  /// Returns four values of 8 or 16 bits as one or two words, the first one lowest.
  mutating func sharedWords(of pixels: LaneKind, bits: Int) -> Lanes {
    let perWord = 32 / bits
    return (0..<4 / perWord).map { word in
      var shared = emitter.pixel(word * perWord, of: pixels)
      for index in 1..<perWord {
        let next = emitter.pixel(word * perWord + index, of: pixels)
        let moved = emitter.operate(.shiftLeftLogical, .uint, next, emitter.constant(UInt32(index * bits)))
        shared = emitter.operate(.bitwiseOr, .uint, shared, moved)
      }
      return shared
    }
  }

  /// Stores the words of a pixel, or of four: then pixel after pixel, with 16 bytes a store.
  private mutating func writeWords(_ words: Lanes, at pixel: LaneKind) {
    guard isWide else {
      write(emitter.vector(words), emitter.module.type(.uint, words.count), at: pixel)
      return
    }
    let planes = words.map { emitter.wide($0) }
    let type = emitter.module.type(.uint, 4)
    let vectors: [ID] =
      switch planes.count {
      case 1: planes
      case 2:
        [[0, 4, 1, 5], [2, 6, 3, 7]].map { emitter.module.emit(.vectorShuffle, type, [planes[0], planes[1]] + $0) }
      default:
        (0..<4).map { index in
          emitter.vector(
            words.map { emitter.pixel(index, of: LaneKind(id: emitter.wide($0), scalar: .uint, isWide: true)) })
        }
      }
    // Pixel indices become indices of elements of 16 bytes.
    let index =
      switch planes.count {
      case 1: emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(Int32(2)))
      case 2: emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(Int32(1)))
      default: pixel
      }
    for (offset, vector) in vectors.enumerated() {
      let target = offset == 0 ? index : emitter.add(index, emitter.constant(Int32(offset)))
      let element = wideElement
      write(options.stores64 ? emitter.module.emit(.bitcast, element, [vector]) : vector, element, at: target)
    }
  }

  mutating func write(_ value: ID, _ type: ID, at index: LaneKind) {
    emitter.module.emit(.store, [pointer(type, index), value])
  }

  mutating func pointer(_ type: ID, _ index: LaneKind) -> ID {
    emitter.module.emit(
      .accessChain, emitter.module.pointer(to: type, in: .storageBuffer),
      [output, emitter.module.constant(Int32(0)), index.id])
  }
}
