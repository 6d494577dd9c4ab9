/// The pixel memory of an image, top row first; freed with the object.
///
/// The owner fills it from one thread; afterwards it is immutable and may be read by any number of threads.
package final class PixelStorage: @unchecked Sendable {
  package let bytes: UnsafeMutableRawPointer
  package let byteCount: Int
  /// The row stride in bytes: a multiple of four pixels.
  package let rowBytes: Int

  /// Allocates zeroed memory for `height` rows of `width` pixels.
  ///
  /// - Throws: `limit` if a side or the size exceeds `limits`; nothing is allocated then. `io` if memory is exhausted.
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
    // calloc returns untouched pages, so an image that fails to decode costs nothing.
    guard let bytes = zeroedMemory(byteCount) else {
      throw .io("out of memory: \(byteCount) bytes for an image of \(width) x \(height) pixels")
    }
    (self.bytes, self.byteCount, self.rowBytes) = (bytes, byteCount, rowBytes)
  }

  deinit { release(bytes) }

  /// Returns the address of row `y`, counted from the top.
  package func row(_ y: Int) -> UnsafeMutableRawPointer { bytes + y * rowBytes }
}

/// A decoded image, expanded to RGBA: grey is equal red, green and blue; without alpha, alpha is opaque.
package struct DecodedImage: Sendable {
  package let header: ImageFileHeader
  /// Pixels of `header.decodedBits` bits a component in the machine's byte order, in `header.colorSpace`. Alpha is
  /// straight, unless the header declares premultiplied components.
  package let pixels: PixelStorage
}
