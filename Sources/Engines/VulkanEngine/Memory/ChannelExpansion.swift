import ImageGraph

extension PixelFormat {
  /// For red, green, blue and alpha of the expanded pixel: the index of the source component; -1 for 0, -2 for 1.
  fileprivate var expansion: SIMD4<Int> {
    func component(of channel: Channel, else other: Int) -> Int {
      channels.firstIndex(of: channel) ?? channels.firstIndex(of: .grey) ?? other
    }
    return [
      component(of: .red, else: -1), component(of: .green, else: -1), component(of: .blue, else: -1),
      channels.firstIndex(of: .alpha) ?? -2,
    ]
  }
}

/// Copies an image's rows to device memory, as pixels in `format` with a row stride of `pitch` pixels. Padding is 0.
///
/// - Precondition: `format` is the image's own or its expanded format, and the capacity of `target` is at least
///   `pitch * height` pixels.
func copyRows(of pixels: PixelBuffer, to target: UnsafeMutableRawPointer, format: PixelFormat, pitch: Int) {
  let rowBytes = pitch * format.bytesPerPixel
  let pixelBytes = pixels.width * format.bytesPerPixel
  if format == pixels.format, pixels.rowBytes == rowBytes, pixels.height > 0 {
    // Caller-owned memory may end with the last pixel.
    let byteCount = rowBytes * (pixels.height - 1) + pixelBytes
    RowCopy(pixels.height - 1, of: rowBytes, from: pixels.bytes, rowBytes, to: target, rowBytes).run()
    let last = byteCount - pixelBytes
    (target + last).copyMemory(from: pixels.bytes + last, byteCount: pixelBytes)
    (target + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes - pixelBytes)
    return
  }
  let rows = ExpandedRows(
    pixels: pixels, target: target, isSameFormat: format == pixels.format, pixelBytes: pixelBytes, rowBytes: rowBytes)
  RowCopy.inChunks(pixels.height, of: rowBytes) { chunk in for y in chunk { rows.write(y) } }
}

/// Rows of an image and their target memory.
///
/// Unchecked: each thread writes different rows.
private struct ExpandedRows: @unchecked Sendable {
  let pixels: PixelBuffer
  let target: UnsafeMutableRawPointer
  /// Whether the target has the image's own format.
  let isSameFormat: Bool
  /// The bytes of a row, without and with padding.
  let pixelBytes: Int
  let rowBytes: Int

  func write(_ y: Int) {
    let row = target + y * rowBytes
    let hasFourChannels = pixels.format.channels.count == 4
    switch pixels.format.component {
    case _ where isSameFormat: row.copyMemory(from: pixels.row(y), byteCount: pixelBytes)
    case .unorm8 where hasFourChannels: reorder(pixels, row: y, to: row, one: UInt32(UInt8.max), bits: 8)
    case .unorm16 where hasFourChannels: reorder(pixels, row: y, to: row, one: UInt64(UInt16.max), bits: 16)
    case .half where hasFourChannels: reorder(pixels, row: y, to: row, one: UInt64(0x3c00), bits: 16)
    case .unorm8: expand(pixels, row: y, to: row, one: UInt8.max)
    case .unorm16: expand(pixels, row: y, to: row, one: UInt16.max)
    case .packed10: expandPacked(pixels, row: y, to: row)
    case .half: expand(pixels, row: y, to: row, one: UInt16(0x3c00))
    case .float: expand(pixels, row: y, to: row, one: Float(1).bitPattern)
    }
    (row + pixelBytes).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes - pixelBytes)
  }
}

/// Reorders the four components of each pixel.
///
/// - Parameter one: the value 1 of a component, for a missing alpha.
private func reorder<Pixel: FixedWidthInteger & UnsignedInteger>(
  _ pixels: PixelBuffer, row y: Int, to target: UnsafeMutableRawPointer, one: Pixel, bits: Pixel
) {
  let components = pixels.format.expansion
  let mask: Pixel = 1 &<< bits &- 1
  let (red, green) = (Pixel(truncatingIfNeeded: components.x) &* bits, Pixel(truncatingIfNeeded: components.y) &* bits)
  let blue = Pixel(truncatingIfNeeded: components.z) &* bits
  let hasAlpha = components.w >= 0
  let alpha = hasAlpha ? Pixel(truncatingIfNeeded: components.w) &* bits : 0
  let (alphaMask, addedAlpha) = (hasAlpha ? mask : 0, hasAlpha ? 0 : one &<< (3 &* bits))
  let (source, size) = (UnsafeRawPointer(pixels.row(y)), MemoryLayout<Pixel>.size)
  let output = target.assumingMemoryBound(to: Pixel.self)
  for x in 0..<pixels.width {
    let pixel = source.loadUnaligned(fromByteOffset: x * size, as: Pixel.self)
    let colors =
      pixel &>> red & mask | (pixel &>> green & mask) &<< bits | (pixel &>> blue & mask) &<< (2 &* bits)
    output[x] = colors | (pixel &>> alpha & alphaMask) &<< (3 &* bits) | addedAlpha
  }
}

private func expand<Word: FixedWidthInteger>(
  _ pixels: PixelBuffer, row y: Int, to target: UnsafeMutableRawPointer, one: Word
) {
  let (count, components) = (pixels.format.channels.count, pixels.format.expansion)
  let source = pixels.row(y).assumingMemoryBound(to: Word.self)
  let output = target.assumingMemoryBound(to: Word.self)
  // A missing component is read from another one, and masked out.
  let from = SIMD4(max(components.x, 0), max(components.y, 0), max(components.z, 0), max(components.w, 0))
  func mask(_ component: Int) -> Word { component >= 0 ? ~0 : 0 }
  func constant(_ component: Int) -> Word { component == -2 ? one : 0 }
  let (red, green, blue, alpha) = (mask(components.x), mask(components.y), mask(components.z), mask(components.w))
  let (redConstant, greenConstant, blueConstant, alphaConstant) = (
    constant(components.x), constant(components.y), constant(components.z), constant(components.w)
  )
  for x in 0..<pixels.width {
    output[4 * x] = source[count * x + from.x] & red | redConstant
    output[4 * x + 1] = source[count * x + from.y] & green | greenConstant
    output[4 * x + 2] = source[count * x + from.z] & blue | blueConstant
    output[4 * x + 3] = source[count * x + from.w] & alpha | alphaConstant
  }
}

/// Expands ten bits to sixteen, rounded to nearest. Narrowing them again gives the same ten bits.
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
