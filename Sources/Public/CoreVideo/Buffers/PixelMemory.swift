import IOSurface

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of one buffer, and who frees them. Freed exactly once, with the last reference, on whatever thread that
/// ends.
final class PixelMemory: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  /// What processes share of it; nil for memory of this process alone.
  let surface: IOSurface?
  private let release: () -> Void

  /// Whole pages, zero at first, so that devices which share memory can import them.
  ///
  /// - Throws: `kCVReturnAllocationFailed` when the system has not as much.
  init(byteCount: Int) throws(CVError) {
    let length = max(byteCount, 1)
    let pages = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else {
      throw CVError(
        kCVReturnAllocationFailed, "there is no memory for a pixel buffer of \(byteCount) bytes; ask for a smaller one")
    }
    (start, surface) = (pages, nil)
    release = { munmap(pages, length) }
  }

  /// Somebody else's bytes.
  init(start: UnsafeMutableRawPointer, release: @escaping () -> Void) {
    (self.start, self.release, surface) = (start, release, nil)
  }

  /// The bytes of a surface.
  init(_ surface: IOSurface) {
    (start, self.surface) = (surface.firstByte, surface)
    release = {}
  }

  /// True while another process uses it.
  var isUsedElsewhere: Bool { surface?.isUsedElsewhere ?? false }

  /// What the shape takes: a surface when one is wanted.
  ///
  /// - Throws: `kCVReturnAllocationFailed`; `kCVReturnInvalidPixelBufferAttributes` for values that no surface has.
  convenience init(_ shape: PixelBufferLayout, _ surfaceValues: BufferAttributes.SurfaceValues?) throws(CVError) {
    guard let surfaceValues else {
      try self.init(byteCount: shape.byteCount)
      return
    }
    self.init(try IOSurface(shape, surfaceValues.dictionary))
  }

  deinit { release() }
}
