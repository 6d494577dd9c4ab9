import ImageGraph

extension PixelFormat {
  /// The format that pictures of this one have in device memory, unless a kernel asks for red first.
  var onDevice: PixelFormat { self == .bgra8 ? .bgra8 : widened }

  /// For red, green, blue and alpha of the widened pixel: the component to take, or `zero` or `one`.
  fileprivate var widening: SIMD4<Int> {
    let (zero, one) = (4, 5)
    return switch self {
    case .rgba8, .rgba16, .rgbah, .rgbaf: [0, 1, 2, 3]
    case .bgra8: [2, 1, 0, 3]
    case .argb8: [1, 2, 3, 0]
    case .abgr8: [3, 2, 1, 0]
    case .rgbx8: [0, 1, 2, one]
    case .r8, .r16, .rh, .rf: [0, zero, zero, one]
    case .rg8, .rg16, .rgh, .rgf: [0, 1, zero, one]
    case .a8, .a16, .ah, .af: [zero, zero, zero, 0]
    case .l8, .l16, .lh, .lf: [0, 0, 0, one]
    case .la8, .la16, .lah, .laf: [0, 0, 0, 1]
    }
  }
}

/// Copies a picture's rows into device memory: pixels in `format`, rows `pitch` pixels apart, what is beside them 0.
///
/// - Precondition: `format` is the picture's own or `widened` one, and `target` has room for `pitch * height` pixels.
func copyRows(of pixels: PixelBuffer, to target: UnsafeMutableRawPointer, format: PixelFormat, pitch: Int) {
  let rowBytes = pitch * format.bytesPerPixel
  let used = pixels.width * format.bytesPerPixel
  if format == pixels.format, pixels.rowBytes == rowBytes {
    target.copyMemory(from: pixels.bytes, byteCount: rowBytes * pixels.height)
    return
  }
  for y in 0..<pixels.height {
    let row = target + y * rowBytes
    if format == pixels.format {
      row.copyMemory(from: pixels.row(y), byteCount: used)
    } else {
      switch pixels.format.component {
      case .unorm8: widen(pixels, row: y, to: row, one: UInt8.max)
      case .unorm16: widen(pixels, row: y, to: row, one: UInt16.max)
      case .half: widen(pixels, row: y, to: row, one: UInt16(0x3c00))
      case .float: widen(pixels, row: y, to: row, one: Float(1).bitPattern)
      }
    }
    (row + used).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes - used)
  }
}

private func widen<Word: FixedWidthInteger>(
  _ pixels: PixelBuffer, row y: Int, to target: UnsafeMutableRawPointer, one: Word
) {
  let count = pixels.format.componentCount
  let widening = pixels.format.widening
  let source = pixels.row(y).assumingMemoryBound(to: Word.self)
  let output = target.assumingMemoryBound(to: Word.self)
  for x in 0..<pixels.width {
    for component in 0..<4 {
      let from = widening[component]
      output[4 * x + component] = from < count ? source[count * x + from] : from == 5 ? one : 0
    }
  }
}
