import ImageGraph

extension PixelFormat {
  /// For red, green, blue and alpha of the expanded pixel: the component to take; -1 for 0, -2 for 1.
  fileprivate var expansion: SIMD4<Int> {
    func place(of channel: Channel, else other: Int) -> Int {
      channels.firstIndex(of: channel) ?? channels.firstIndex(of: .grey) ?? other
    }
    return [
      place(of: .red, else: -1), place(of: .green, else: -1), place(of: .blue, else: -1),
      channels.firstIndex(of: .alpha) ?? -2,
    ]
  }
}

/// Copies a picture's rows into device memory: pixels in `format`, rows `pitch` pixels apart, what is beside them 0.
///
/// - Precondition: `format` is the picture's own or `expanded` one, and `target` has room for `pitch * height` pixels.
func copyRows(of pixels: PixelBuffer, to target: UnsafeMutableRawPointer, format: PixelFormat, pitch: Int) {
  let rowBytes = pitch * format.bytesPerPixel
  let used = pixels.width * format.bytesPerPixel
  if format == pixels.format, pixels.rowBytes == rowBytes, pixels.height > 0 {
    // Somebody else's memory may end with the last pixel.
    let byteCount = rowBytes * (pixels.height - 1) + used
    RowCopy(pixels.height - 1, of: rowBytes, from: pixels.bytes, rowBytes, to: target, rowBytes).run()
    let last = byteCount - used
    (target + last).copyMemory(from: pixels.bytes + last, byteCount: used)
    (target + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes - used)
    return
  }
  for y in 0..<pixels.height {
    let row = target + y * rowBytes
    if format == pixels.format {
      row.copyMemory(from: pixels.row(y), byteCount: used)
    } else {
      switch pixels.format.component {
      case .unorm8: expand(pixels, row: y, to: row, one: UInt8.max)
      case .unorm16: expand(pixels, row: y, to: row, one: UInt16.max)
      case .packed10: expandPacked(pixels, row: y, to: row)
      case .half: expand(pixels, row: y, to: row, one: UInt16(0x3c00))
      case .float: expand(pixels, row: y, to: row, one: Float(1).bitPattern)
      }
    }
    (row + used).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes - used)
  }
}

private func expand<Word: FixedWidthInteger>(
  _ pixels: PixelBuffer, row y: Int, to target: UnsafeMutableRawPointer, one: Word
) {
  let count = pixels.format.channels.count
  let expansion = pixels.format.expansion
  let source = pixels.row(y).assumingMemoryBound(to: Word.self)
  let output = target.assumingMemoryBound(to: Word.self)
  for x in 0..<pixels.width {
    for component in 0..<4 {
      let from = expansion[component]
      output[4 * x + component] = from >= 0 ? source[count * x + from] : from == -2 ? one : 0
    }
  }
}

/// Ten bits as sixteen, rounded to nearest: narrowed again they are the same ten bits.
private func expandPacked(_ pixels: PixelBuffer, row y: Int, to target: UnsafeMutableRawPointer) {
  let source = pixels.row(y).assumingMemoryBound(to: UInt32.self)
  let output = target.assumingMemoryBound(to: UInt16.self)
  for x in 0..<pixels.width {
    for component in 0..<3 {
      let value = source[x] >> (10 * UInt32(component)) & 1023
      output[4 * x + component] = UInt16((value * 65535 + 511) / 1023)
    }
    output[4 * x + 3] = UInt16(source[x] >> 30 * 21845)
  }
}
