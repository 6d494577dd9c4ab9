/// Memory that holds the rows of one image, top row first; freed with the object.
///
/// Written only while it is filled, by the one thread that has it; read by any number afterwards.
package final class PixelStorage: @unchecked Sendable {
  package let bytes: UnsafeMutableRawPointer
  package let byteCount: Int
  /// Bytes from one row to the next: a multiple of four pixels.
  package let rowBytes: Int

  /// New memory for `height` rows of `width` pixels, zeroed.
  ///
  /// - Throws: `limit` when a side or the whole is above `limits`; nothing is allocated then. `io` without memory.
  package init(width: Int, height: Int, bytesPerPixel: Int, limits: CodecLimits) throws(CodecError) {
    let side = max(width, height)
    guard width > 0, height > 0 else { throw .damaged("an image of \(width) x \(height) pixels") }
    guard side <= limits.longestSide else {
      throw .limit(
        "pixels along a side of \(width) x \(height)", requested: UInt64(side), allowed: UInt64(limits.longestSide))
    }
    let (padded, _) = width.addingReportingOverflow(3)
    let (rowBytes, rowOverflow) = (padded / 4 * 4).multipliedReportingOverflow(by: bytesPerPixel)
    let (byteCount, overflow) = rowBytes.multipliedReportingOverflow(by: height)
    let allowed = max(min(limits.byteCount, limits.wholeByteCount), 0)
    guard !rowOverflow, !overflow, byteCount <= allowed else {
      throw .limit(
        "bytes of an image of \(width) x \(height) pixels", requested: overflow ? .max : UInt64(byteCount),
        allowed: UInt64(allowed))
    }
    // calloc hands out untouched pages: an image that fails to decode costs nothing.
    guard let bytes = zeroedMemory(byteCount) else {
      throw .io("no memory for \(byteCount) bytes of an image of \(width) x \(height) pixels")
    }
    (self.bytes, self.byteCount, self.rowBytes) = (bytes, byteCount, rowBytes)
  }

  deinit { release(bytes) }

  /// The first byte of row `y`, counted from the top.
  package func row(_ y: Int) -> UnsafeMutableRawPointer { bytes + y * rowBytes }
}

/// An image as its file has it, expanded to RGBA: grey is equal red, green and blue; without alpha, alpha is full.
package struct DecodedImage: Sendable {
  package let header: ImageFileHeader
  /// `header.decodedBits` bits a component in the machine's byte order, in `header.colorSpace`; alpha is straight,
  /// except where the header says premultiplied.
  package let pixels: PixelStorage
}
