import PixelFormats

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Pixels in memory, top row first. They are constant once filled.
package final class PixelBuffer: @unchecked Sendable {
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  package let rowBytes: Int
  package let bytes: UnsafeMutableRawPointer
  /// The further planes of an image of Y'CbCr, whose first plane is this buffer's pixels.
  package let chroma: [Plane]
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// The rows of a further plane.
  package struct Plane: @unchecked Sendable {
    package let bytes: UnsafeMutableRawPointer
    package let rowBytes: Int
    package let shape: PlaneShape

    package init(bytes: UnsafeMutableRawPointer, rowBytes: Int, _ shape: PlaneShape) {
      (self.bytes, self.rowBytes, self.shape) = (bytes, rowBytes, shape)
    }
  }

  /// Allocates zeroed memory, which is freed with the buffer.
  ///
  /// - Throws: `limit` if the size overflows or is above `allowed` bytes; nothing is allocated then.
  package init(
    width: Int, height: Int, format: PixelFormat, rowBytes: Int? = nil, allowed: Int = 1 << 36
  ) throws(RenderError) {
    let tight = width.multipliedReportingOverflow(by: format.bytesPerPixel)
    let pitch = rowBytes ?? tight.partialValue
    let total = pitch.multipliedReportingOverflow(by: Swift.max(height, 0))
    guard width > 0, height > 0, !tight.overflow, !total.overflow, pitch >= tight.partialValue else {
      throw .invalidArgument("an image of \(width)x\(height) pixels with rows of \(pitch) bytes cannot be stored")
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

  /// Wraps memory that the caller allocated. `release` frees it.
  package init(
    width: Int, height: Int, format: PixelFormat, rowBytes: Int, adopting bytes: UnsafeMutableRawPointer,
    chroma: [Plane] = [], release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    (self.width, self.height, self.format, self.rowBytes) = (width, height, format, rowBytes)
    (self.bytes, self.chroma, self.release) = (bytes, chroma, release)
  }

  /// Returns zeroed memory and a function that frees it.
  ///
  /// Large memory is mapped by the system page by page on first access, and unmapped when it is freed. An image that is
  /// never filled costs nothing.
  ///
  /// - Throws: `limit` if the system has no more memory.
  package static func zeroed(
    _ byteCount: Int
  ) throws(RenderError) -> (UnsafeMutableRawPointer, @Sendable (UnsafeMutableRawPointer) -> Void) {
    guard byteCount >= 1 << 20 else {
      // Small allocations are not checked: if the system refuses one, nothing else works either.
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      return (bytes, { $0.deallocate() })
    }
    let bytes = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let bytes, bytes != MAP_FAILED else {
      throw .limit("bytes of memory available from the system", requested: UInt64(byteCount), allowed: 0)
    }
    return (bytes, { munmap($0, byteCount) })
  }

  deinit { release(bytes) }

  package var byteCount: Int { rowBytes * height }

  /// The memory of all planes.
  package var memory: [Range<UnsafeMutableRawPointer>] {
    [bytes..<bytes + byteCount]
      + chroma.map { $0.bytes..<$0.bytes + $0.rowBytes * $0.shape.rows(ofHeight: height) }
  }

  package func row(_ y: Int) -> UnsafeMutableRawPointer { bytes + y * rowBytes }

  /// Returns a view of some rows and columns, counted from the top left, in the same memory.
  ///
  /// - Precondition: they are inside the image, and begin with whole groups of all planes.
  package func part(rows: Range<Int>, columns: Range<Int>) -> PixelBuffer {
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= height && columns.lowerBound >= 0 && columns.upperBound <= width,
      "a part must be inside its image")
    if rows == 0..<height, columns == 0..<width { return self }
    return PixelBuffer(
      width: columns.count, height: rows.count, format: format, rowBytes: rowBytes,
      adopting: row(rows.lowerBound) + columns.lowerBound * format.bytesPerPixel,
      chroma: chroma.map { plane in
        let (top, left) = (rows.lowerBound / plane.shape.rows, columns.lowerBound / plane.shape.columns)
        return Plane(
          bytes: plane.bytes + top * plane.rowBytes + left * plane.shape.bytes, rowBytes: plane.rowBytes, plane.shape)
      }
    ) { _ in withExtendedLifetime(self) {} }
  }
}
