/// Pixels in memory: rows top first, never changed after they were filled.
package final class PixelBuffer: @unchecked Sendable {
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  package let rowBytes: Int
  package let bytes: UnsafeMutableRawPointer
  private let release: (@Sendable (UnsafeMutableRawPointer) -> Void)?

  /// New memory, zeroed; freed with the buffer.
  ///
  /// - Throws: `limit` when the size overflows or is above `allowed` bytes; nothing is allocated then.
  package init(
    width: Int, height: Int, format: PixelFormat, rowBytes: Int? = nil, allowed: Int = 1 << 36
  ) throws(RenderError) {
    let tight = width.multipliedReportingOverflow(by: format.bytesPerPixel)
    let pitch = rowBytes ?? tight.partialValue
    let total = pitch.multipliedReportingOverflow(by: Swift.max(height, 0))
    guard width > 0, height > 0, !tight.overflow, !total.overflow, pitch >= tight.partialValue else {
      throw .invalidArgument("a picture of \(width)x\(height) pixels with \(pitch) bytes a row cannot be stored")
    }
    guard total.partialValue <= allowed else {
      throw .limit(
        "bytes of a picture of \(width)x\(height) \(format.rawValue)", asked: UInt64(total.partialValue),
        allowed: UInt64(allowed))
    }
    (self.width, self.height, self.format, self.rowBytes) = (width, height, format, pitch)
    bytes = .allocate(byteCount: total.partialValue, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: total.partialValue)
    release = nil
  }

  /// Memory that somebody else allocated and that `release` frees.
  package init(
    width: Int, height: Int, format: PixelFormat, rowBytes: Int, adopting bytes: UnsafeMutableRawPointer,
    release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    (self.width, self.height, self.format, self.rowBytes) = (width, height, format, rowBytes)
    (self.bytes, self.release) = (bytes, release)
  }

  deinit { if let release { release(bytes) } else { bytes.deallocate() } }

  package var byteCount: Int { rowBytes * height }

  package func row(_ y: Int) -> UnsafeMutableRawPointer { bytes + y * rowBytes }
}
