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

/// Copies an image's rows into device memory: pixels in `format`, rows `pitch` pixels apart, what is beside them 0.
///
/// - Precondition: `format` is the image's own or `expanded` one, and `target` has room for `pitch * height` pixels.
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
  let rows = ExpandedRows(
    pixels: pixels, target: target, isSame: format == pixels.format, used: used, rowBytes: rowBytes)
  RowCopy.share(pixels.height, of: rowBytes) { part in for y in part { rows.write(y) } }
}

/// Rows of an image, and where they go.
///
/// Unchecked: each thread writes rows of its own.
private struct ExpandedRows: @unchecked Sendable {
  let pixels: PixelBuffer
  let target: UnsafeMutableRawPointer
  /// True where nothing is missing.
  let isSame: Bool
  /// Bytes of a row, without and with what is beside it.
  let used: Int
  let rowBytes: Int

  func write(_ y: Int) {
    let row = target + y * rowBytes
    let isWhole = pixels.format.channels.count == 4
    switch pixels.format.component {
    case _ where isSame: row.copyMemory(from: pixels.row(y), byteCount: used)
    case .unorm8 where isWhole: reorder(pixels, row: y, to: row, one: UInt32(UInt8.max), bits: 8)
    case .unorm16 where isWhole: reorder(pixels, row: y, to: row, one: UInt64(UInt16.max), bits: 16)
    case .half where isWhole: reorder(pixels, row: y, to: row, one: UInt64(0x3c00), bits: 16)
    case .unorm8: expand(pixels, row: y, to: row, one: UInt8.max)
    case .unorm16: expand(pixels, row: y, to: row, one: UInt16.max)
    case .packed10: expandPacked(pixels, row: y, to: row)
    case .half: expand(pixels, row: y, to: row, one: UInt16(0x3c00))
    case .float: expand(pixels, row: y, to: row, one: Float(1).bitPattern)
    }
    (row + used).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes - used)
  }
}

/// Four components in another order, a pixel at a time.
///
/// - Parameter one: of a component, where there is no alpha.
private func reorder<Pixel: FixedWidthInteger & UnsignedInteger>(
  _ pixels: PixelBuffer, row y: Int, to target: UnsafeMutableRawPointer, one: Pixel, bits: Pixel
) {
  let places = pixels.format.expansion
  let mask: Pixel = 1 &<< bits &- 1
  let (red, green) = (Pixel(truncatingIfNeeded: places.x) &* bits, Pixel(truncatingIfNeeded: places.y) &* bits)
  let blue = Pixel(truncatingIfNeeded: places.z) &* bits
  let hasAlpha = places.w >= 0
  let alpha = hasAlpha ? Pixel(truncatingIfNeeded: places.w) &* bits : 0
  let (kept, added) = (hasAlpha ? mask : 0, hasAlpha ? 0 : one &<< (3 &* bits))
  let (source, size) = (UnsafeRawPointer(pixels.row(y)), MemoryLayout<Pixel>.size)
  let output = target.assumingMemoryBound(to: Pixel.self)
  for x in 0..<pixels.width {
    let pixel = source.loadUnaligned(fromByteOffset: x * size, as: Pixel.self)
    let colors =
      pixel &>> red & mask | (pixel &>> green & mask) &<< bits | (pixel &>> blue & mask) &<< (2 &* bits)
    output[x] = colors | (pixel &>> alpha & kept) &<< (3 &* bits) | added
  }
}

private func expand<Word: FixedWidthInteger>(
  _ pixels: PixelBuffer, row y: Int, to target: UnsafeMutableRawPointer, one: Word
) {
  let (count, places) = (pixels.format.channels.count, pixels.format.expansion)
  let source = pixels.row(y).assumingMemoryBound(to: Word.self)
  let output = target.assumingMemoryBound(to: Word.self)
  // What is not there is read elsewhere, and none of its bits is kept.
  let from = SIMD4(max(places.x, 0), max(places.y, 0), max(places.z, 0), max(places.w, 0))
  func kept(_ place: Int) -> Word { place >= 0 ? ~0 : 0 }
  func added(_ place: Int) -> Word { place == -2 ? one : 0 }
  let (red, green, blue, alpha) = (kept(places.x), kept(places.y), kept(places.z), kept(places.w))
  let (moreRed, moreGreen, moreBlue, moreAlpha) = (
    added(places.x), added(places.y), added(places.z), added(places.w)
  )
  for x in 0..<pixels.width {
    output[4 * x] = source[count * x + from.x] & red | moreRed
    output[4 * x + 1] = source[count * x + from.y] & green | moreGreen
    output[4 * x + 2] = source[count * x + from.z] & blue | moreBlue
    output[4 * x + 3] = source[count * x + from.w] & alpha | moreAlpha
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
