import CIOSurface
import Synchronization

/// The part of the file that processes change under a short lock: values and use counts. If a process dies while it
/// holds the lock, each word has either the old or the new value.
final class SurfaceTable: Sendable {
  let file: OwnedDescriptor
  let mapping: SurfaceMapping
  private let mutex = Mutex(())

  init(_ file: OwnedDescriptor, _ mapping: SurfaceMapping) { (self.file, self.mapping) = (file, mapping) }

  /// Calls `body` under a lock that excludes changes by other threads and processes.
  func withLock<Result>(
    changing: Bool, _ body: () throws(IOSurfaceError) -> Result
  ) throws(IOSurfaceError) -> Result {
    try mutex.withLock { _ throws(IOSurfaceError) in
      try IOSurfaceError.check(
        set(CIOS_RANGE_TABLE, changing ? CIOS_EXCLUSIVE : CIOS_SHARED, waits: true),
        "the values of the surface could not be locked")
      defer { _ = set(CIOS_RANGE_TABLE, CIOS_UNLOCKED) }
      return try body()
    }
  }

  func set(_ range: Int, _ lock: CIOSLock, waits: Bool = false) -> Int32 {
    cios_lock(file.number, range, lock, waits ? 1 : 0)
  }

  /// Returns whether another process holds a lock on one of these bytes.
  func isLocked(_ range: Int, count: Int = 1) -> Bool { cios_is_locked(file.number, range, count) != 0 }
}
