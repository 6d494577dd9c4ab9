import ImageGraph
import PixelFormats

/// Pixels that no image of a recipe has as they are, and the format that they are copied to, and from.
struct CopiedPixels {
  let format: PixelFormat
  private let layout: PixelLayout

  /// Nil for layouts that need no copy, or that nothing here reads.
  init?(_ layout: PixelLayout) {
    guard !layout.isYCbCr, !layout.isPlanar else { return nil }
    self.layout = layout
    switch layout {
    case .bytes(.red, .green, .blue), .bytes(.blue, .green, .red): format = .rgbx8
    case .argb2101010: format = .rgb10
    default: return nil
    }
  }

  /// - Parameter pixels: the layout's bytes, by its start and row length.
  func read(_ pixels: PixelBuffer, to copy: PixelBuffer) {
    for y in 0..<copy.height { readRow(pixels.row(y), copy.row(y), copy.width) }
  }

  func readRow(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
    if format == .rgb10 { return exchangeEnds(from, to, count) }
    let (red, green, blue) = (places[0], places[1], places[2])
    for x in 0..<count {
      let (pixel, copy) = (from + 3 * x, to + 4 * x)
      let bytes = SIMD4(
        pixel.load(fromByteOffset: red, as: UInt8.self), pixel.load(fromByteOffset: green, as: UInt8.self),
        pixel.load(fromByteOffset: blue, as: UInt8.self), 255)
      copy.storeBytes(of: bytes, as: SIMD4<UInt8>.self)
    }
  }

  func writeRow(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
    if format == .rgb10 { return exchangeEnds(from, to, count) }
    for x in 0..<count {
      let (copy, pixel) = (from + 4 * x, to + 3 * x)
      for (place, index) in zip(places, 0..<3) {
        pixel.storeBytes(of: copy.load(fromByteOffset: index, as: UInt8.self), toByteOffset: place, as: UInt8.self)
      }
    }
  }

  /// Where red, green and blue are in three bytes.
  private var places: [Int] {
    [Component.Meaning.red, .green, .blue].compactMap { layout.component($0)?.offset }
  }

  /// Red and blue of ten bits each in the other's place: their own inverse.
  private func exchangeEnds(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
    for x in 0..<count {
      let word = UInt32(littleEndian: (from + 4 * x).loadUnaligned(as: UInt32.self))
      let exchanged = word & 0xC00F_FC00 | (word & 0x3FF) << 20 | word >> 20 & 0x3FF
      (to + 4 * x).storeBytes(of: exchanged.littleEndian, as: UInt32.self)
    }
  }
}
