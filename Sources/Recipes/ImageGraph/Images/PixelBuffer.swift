#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Pixels in memory: rows top first, never changed after they were filled.
package final class PixelBuffer: @unchecked Sendable {
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  package let rowBytes: Int
  package let bytes: UnsafeMutableRawPointer
  /// Of a video's frame, whose luma are the pixels, the planes of chroma.
  package let chroma: [Plane]
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// Rows of a further plane.
  package struct Plane: @unchecked Sendable {
    package let bytes: UnsafeMutableRawPointer
    package let rowBytes: Int

    package init(bytes: UnsafeMutableRawPointer, rowBytes: Int) { (self.bytes, self.rowBytes) = (bytes, rowBytes) }
  }

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
      throw .invalidArgument("an image of \(width)x\(height) pixels with \(pitch) bytes a row cannot be stored")
    }
    guard total.partialValue <= allowed else {
      throw .limit(
        "bytes of an image of \(width)x\(height) \(format.rawValue)", requested: UInt64(total.partialValue),
        allowed: UInt64(allowed))
    }
    (self.width, self.height, self.format, self.rowBytes) = (width, height, format, pitch)
    (bytes, release) = try Self.zeroed(total.partialValue)
    chroma = []
  }

  /// Memory that somebody else allocated and that `release` frees.
  package init(
    width: Int, height: Int, format: PixelFormat, rowBytes: Int, adopting bytes: UnsafeMutableRawPointer,
    chroma: [Plane] = [], release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    (self.width, self.height, self.format, self.rowBytes) = (width, height, format, rowBytes)
    (self.bytes, self.chroma, self.release) = (bytes, chroma, release)
  }

  /// New memory, zeroed, and what frees it.
  ///
  /// Large memory comes from the system page by page as it is touched, and goes back to it at once: an image that is
  /// never filled, or freed, costs nothing.
  ///
  /// - Throws: `limit` when the system gives no more.
  package static func zeroed(
    _ byteCount: Int
  ) throws(RenderError) -> (UnsafeMutableRawPointer, @Sendable (UnsafeMutableRawPointer) -> Void) {
    guard byteCount >= 1 << 20 else {
      // Small enough that a system which does not give it gives nothing any more.
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      return (bytes, { $0.deallocate() })
    }
    let bytes = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let bytes, bytes != MAP_FAILED else {
      throw .limit("bytes of memory that the system gives", requested: UInt64(byteCount), allowed: 0)
    }
    return (bytes, { munmap($0, byteCount) })
  }

  deinit { release(bytes) }

  package var byteCount: Int { rowBytes * height }

  package func row(_ y: Int) -> UnsafeMutableRawPointer { bytes + y * rowBytes }

  /// Some rows and columns, counted from the top left, in the same memory.
  ///
  /// - Precondition: they lie inside.
  package func part(rows: Range<Int>, columns: Range<Int>) -> PixelBuffer {
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= height && columns.lowerBound >= 0 && columns.upperBound <= width,
      "a part lies inside its image")
    if rows == 0..<height, columns == 0..<width { return self }
    return PixelBuffer(
      width: columns.count, height: rows.count, format: format, rowBytes: rowBytes,
      adopting: row(rows.lowerBound) + columns.lowerBound * format.bytesPerPixel
    ) { _ in withExtendedLifetime(self) {} }
  }
}
