import ImageGraph
import PixelFormats

/// A converter of pixels that no source format describes, from and to a format of sources.
struct PixelConverter {
  let format: PixelFormat
  private let layout: PixelLayout

  /// Returns nil for layouts that need no conversion or are not supported.
  init?(_ layout: PixelLayout) {
    guard !layout.isYCbCr, !layout.isPlanar else { return nil }
    self.layout = layout
    switch layout {
    case .bytes(.red, .green, .blue), .bytes(.blue, .green, .red): format = .rgbx8
    case .argb2101010: format = .rgb10
    default: return nil
    }
  }

  /// - Parameter pixels: has the start and the row stride of the layout's bytes.
  func read(_ pixels: PixelBuffer, to copy: PixelBuffer) {
    for y in 0..<copy.height { readRow(pixels.row(y), copy.row(y), copy.width) }
  }

  func readRow(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
    if format == .rgb10 { return exchangeEnds(from, to, count) }
    let (red, green, blue) = (byteOffsets[0], byteOffsets[1], byteOffsets[2])
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
      for (byteOffset, index) in zip(byteOffsets, 0..<3) {
        pixel.storeBytes(of: copy.load(fromByteOffset: index, as: UInt8.self), toByteOffset: byteOffset, as: UInt8.self)
      }
    }
  }

  /// The byte offsets of red, green and blue in a pixel.
  private var byteOffsets: [Int] {
    [Component.Meaning.red, .green, .blue].compactMap { layout.component($0)?.offset }
  }

  /// Exchanges red and blue of ten bits each; the operation is its own inverse.
  private func exchangeEnds(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
    for x in 0..<count {
      let word = UInt32(littleEndian: (from + 4 * x).loadUnaligned(as: UInt32.self))
      let exchanged = word & 0xC00F_FC00 | (word & 0x3FF) << 20 | word >> 20 & 0x3FF
      (to + 4 * x).storeBytes(of: exchanged.littleEndian, as: UInt32.self)
    }
  }
}
