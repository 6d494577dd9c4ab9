import CIOSurface
import Synchronization

/// What processes change together for a moment: values and use counts. A process that dies in between leaves what was
/// there before, or what it wrote.
final class SurfaceTable: Sendable {
  let file: OwnedDescriptor
  let mapping: SurfaceMapping
  private let turn = Mutex(())

  init(_ file: OwnedDescriptor, _ mapping: SurfaceMapping) { (self.file, self.mapping) = (file, mapping) }

  /// Calls `body` while nobody else changes anything.
  func withLock<Result>(
    changing: Bool, _ body: () throws(IOSurfaceError) -> Result
  ) throws(IOSurfaceError) -> Result {
    try turn.withLock { _ throws(IOSurfaceError) in
      try IOSurfaceError.check(
        set(CIOS_RANGE_TABLE, changing ? CIOS_EXCLUSIVE : CIOS_SHARED, waits: true),
        "the values of the surface were not locked")
      defer { _ = set(CIOS_RANGE_TABLE, CIOS_UNLOCKED) }
      return try body()
    }
  }

  func set(_ range: Int, _ lock: CIOSLock, waits: Bool = false) -> Int32 {
    cios_lock(file.number, range, lock, waits ? 1 : 0)
  }

  /// Whether another process holds one of these bytes.
  func isLocked(_ range: Int, count: Int = 1) -> Bool { cios_is_locked(file.number, range, count) != 0 }
}
