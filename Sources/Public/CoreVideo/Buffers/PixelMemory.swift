import IOSurface

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of a buffer. The last reference frees it exactly once, on any thread.
final class PixelMemory: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  /// The surface that contains the memory; nil for memory of this process only.
  let surface: IOSurface?
  private let release: () -> Void

  /// Allocates whole pages, filled with zeros, so that devices with shared memory can import them.
  ///
  /// - Throws: `kCVReturnAllocationFailed` if the system does not have enough memory.
  init(byteCount: Int) throws(CVError) {
    let length = max(byteCount, 1)
    let pages = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else {
      throw CVError(
        kCVReturnAllocationFailed,
        "\(byteCount) bytes for a pixel buffer could not be allocated; request a smaller buffer")
    }
    (start, surface) = (pages, nil)
    release = { munmap(pages, length) }
  }

  /// Wraps caller-owned memory.
  init(start: UnsafeMutableRawPointer, release: @escaping () -> Void) {
    (self.start, self.release, surface) = (start, release, nil)
  }

  /// Wraps the memory of a surface.
  init(_ surface: IOSurface) {
    (start, self.surface) = (surface.firstByte, surface)
    release = {}
  }

  /// Whether another process uses the surface.
  var isUsedElsewhere: Bool { surface?.isUsedElsewhere ?? false }

  /// Allocates memory for a layout: a surface if `surfaceValues` is not nil.
  ///
  /// - Throws: `kCVReturnAllocationFailed`; `kCVReturnInvalidPixelBufferAttributes` for values that a surface rejects.
  convenience init(_ shape: PixelBufferLayout, _ surfaceValues: BufferAttributes.SurfaceValues?) throws(CVError) {
    guard let surfaceValues else {
      try self.init(byteCount: shape.byteCount)
      return
    }
    self.init(try IOSurface(shape, surfaceValues.dictionary))
  }

  deinit { release() }
}
