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
    start = pages
    release = { munmap(pages, length) }
  }

  /// Somebody else's bytes.
  init(start: UnsafeMutableRawPointer, release: @escaping () -> Void) {
    (self.start, self.release) = (start, release)
  }

  deinit { release() }
}
