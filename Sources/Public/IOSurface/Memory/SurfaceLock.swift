import CIOSurface
import Synchronization

/// A lock among processes for many readers or one writer. Within a process, locks nest, are counted by their kind, and
/// may be ended by any thread.
///
/// It is a file lock, which the system releases when the process dies. A process that dies while writing leaves a mark;
/// the next process to lock the surface then counts a change.
final class SurfaceLock: Sendable {
  /// The state of the file lock. A later case permits everything that the earlier cases permit.
  private enum Hold: Int, Comparable {
    case none, reading, writing

    static func < (a: Hold, b: Hold) -> Bool { a.rawValue < b.rawValue }
  }

  private struct Counts {
    var reading = 0
    var writing = 0
    /// The lock that this process holds on the file.
    var held = Hold.none
    /// True while a thread waits for a stronger lock. That thread then also applies unlocks made meanwhile.
    var isAcquiring = false

    var needed: Hold { writing > 0 ? .writing : reading > 0 ? .reading : .none }

    /// Counts a lock that the held one already permits. Returns false if it does not.
    mutating func enter(_ requested: Hold) -> Bool {
      guard held >= requested else { return false }
      if requested == .writing { writing += 1 } else { reading += 1 }
      return true
    }
  }

  private let file: OwnedDescriptor
  private let mapping: SurfaceMapping
  private let counts = Mutex(Counts())
  /// Held by the thread that acquires the file lock. Unlocking does not need it.
  private let acquisition = Mutex(())

  init(_ file: OwnedDescriptor, _ mapping: SurfaceMapping) { (self.file, self.mapping) = (file, mapping) }

  /// A counter that every unlock after writing increments.
  var seed: UInt32 { cios_load(mapping.word(\.seed)) }

  /// Acquires a lock.
  ///
  /// - Parameter waits: if false, the function throws instead of waiting.
  /// - Throws: `kIOReturnCannotLock` if it would have to wait but `waits` is false, or if two processes that hold read
  ///   locks both request a write lock, which would deadlock.
  func lock(reading: Bool, waits: Bool) throws(IOSurfaceError) {
    let requested = reading ? Hold.reading : .writing
    if counts.withLock({ $0.enter(requested) }) { return }
    if waits {
      try acquisition.withLock { _ throws(IOSurfaceError) in try acquire(requested, waits: true) }
    } else {
      let done: Void? = try acquisition.withLockIfAvailable { _ throws(IOSurfaceError) in
        try acquire(requested, waits: false)
      }
      guard done != nil else {
        throw IOSurfaceError(
          kIOReturnCannotLock, "another thread is waiting for the surface; retry, or lock with waiting")
      }
    }
  }

  /// Ends a lock.
  ///
  /// - Throws: `kIOReturnBadArgument` if there is no lock of this kind.
  func unlock(reading: Bool) throws(IOSurfaceError) {
    try counts.withLock { counts throws(IOSurfaceError) in
      guard (reading ? counts.reading : counts.writing) > 0 else {
        throw IOSurfaceError(
          kIOReturnBadArgument, "the surface is not locked for \(reading ? "reading" : "writing"); lock it first")
      }
      if reading {
        counts.reading -= 1
      } else {
        counts.writing -= 1
        cios_add(mapping.word(\.seed), 1)
      }
      if !counts.isAcquiring { settle(&counts) }
    }
  }

  private func acquire(_ requested: Hold, waits: Bool) throws(IOSurfaceError) {
    let held: Hold? = counts.withLock {
      if $0.enter(requested) { return nil }
      $0.isAcquiring = true
      return $0.held
    }
    guard let held else { return }
    let result = held == .reading ? upgrade(waits) : take(requested, waits)
    if result == 0 { detectDeadWriter(requested) }
    counts.withLock {
      $0.isAcquiring = false
      if result == 0 {
        $0.held = requested
        _ = $0.enter(requested)
      }
      settle(&$0)
    }
    try IOSurfaceError.check(
      result, "the surface could not be locked for \(requested == .reading ? "reading" : "writing")")
  }

  /// Acquires a file lock if this process holds none.
  private func take(_ requested: Hold, _ waits: Bool) -> Int32 {
    let result = set(CIOS_RANGE_GATE, CIOS_EXCLUSIVE, waits)
    guard result == 0 else { return result }
    defer { _ = set(CIOS_RANGE_GATE, CIOS_UNLOCKED) }
    return set(CIOS_RANGE_PIXELS, requested == .reading ? CIOS_SHARED : CIOS_EXCLUSIVE, waits)
  }

  /// Replaces a read lock by a write lock. Does not take the gate, because its holder may be waiting for this read
  /// lock.
  private func upgrade(_ waits: Bool) -> Int32 {
    let result = set(CIOS_RANGE_UPGRADE, CIOS_EXCLUSIVE, false)
    guard result == 0 else { return result }
    defer { _ = set(CIOS_RANGE_UPGRADE, CIOS_UNLOCKED) }
    return set(CIOS_RANGE_PIXELS, CIOS_EXCLUSIVE, waits)
  }

  /// Counts a change if the previous writer died. While this process holds the lock, there is no other live writer.
  private func detectDeadWriter(_ requested: Hold) {
    let wasWriting = cios_exchange(mapping.word(\.isWriting), requested == .writing ? 1 : 0)
    if wasWriting != 0 { cios_add(mapping.word(\.seed), 1) }
  }

  /// Releases or downgrades a file lock that is no longer needed.
  private func settle(_ counts: inout Counts) {
    guard counts.needed < counts.held else { return }
    if counts.held == .writing { cios_store(mapping.word(\.isWriting), 0) }
    if set(CIOS_RANGE_PIXELS, counts.needed == .reading ? CIOS_SHARED : CIOS_UNLOCKED) == 0 {
      counts.held = counts.needed
    }
  }

  private func set(_ range: Int, _ lock: CIOSLock, _ waits: Bool = false) -> Int32 {
    cios_lock(file.number, range, lock, waits ? 1 : 0)
  }
}
