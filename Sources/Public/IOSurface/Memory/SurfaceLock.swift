import CIOSurface
import Synchronization

/// Many readers or one writer among processes. Within a process locks nest and are counted by their kind, and any
/// thread may end them.
///
/// The lock is one of the system's on the file, which goes with the process. A process that dies while it writes leaves
/// a mark, and the next one to lock counts that as a change.
final class SurfaceLock: Sendable {
  /// Ordered: a later one allows what the ones before it do.
  private enum Hold: Int, Comparable {
    case none, reading, writing

    static func < (a: Hold, b: Hold) -> Bool { a.rawValue < b.rawValue }
  }

  private struct Counts {
    var reading = 0
    var writing = 0
    /// What this process has of the system.
    var held = Hold.none
    /// True while a thread waits for more; it settles what ends meanwhile.
    var isAcquiring = false

    var needed: Hold { writing > 0 ? .writing : reading > 0 ? .reading : .none }

    /// Counts a lock that what is held allows; false when it does not.
    mutating func enter(_ wanted: Hold) -> Bool {
      guard held >= wanted else { return false }
      if wanted == .writing { writing += 1 } else { reading += 1 }
      return true
    }
  }

  private let file: OwnedDescriptor
  private let mapping: SurfaceMapping
  private let counts = Mutex(Counts())
  /// Held by the thread that asks the system. No one needs it to end a lock.
  private let turn = Mutex(())

  init(_ file: OwnedDescriptor, _ mapping: SurfaceMapping) { (self.file, self.mapping) = (file, mapping) }

  /// Changes with every lock for writing that ends.
  var seed: UInt32 { cios_load(mapping.word(\.seed)) }

  /// - Parameter waits: false: an error instead of waiting.
  /// - Throws: `kIOReturnCannotLock` when it would have to wait and may not, and when two processes that read both want
  ///   to write: neither could ever go on.
  func lock(reading: Bool, waits: Bool) throws(IOSurfaceError) {
    let wanted = reading ? Hold.reading : .writing
    if counts.withLock({ $0.enter(wanted) }) { return }
    if waits {
      try turn.withLock { _ throws(IOSurfaceError) in try acquire(wanted, waits: true) }
    } else {
      let done: Void? = try turn.withLockIfAvailable { _ throws(IOSurfaceError) in try acquire(wanted, waits: false) }
      guard done != nil else { throw IOSurfaceError(kIOReturnCannotLock, "another thread waits for the surface") }
    }
  }

  /// - Throws: `kIOReturnBadArgument` when there is no such lock.
  func unlock(reading: Bool) throws(IOSurfaceError) {
    try counts.withLock { counts throws(IOSurfaceError) in
      guard (reading ? counts.reading : counts.writing) > 0 else {
        throw IOSurfaceError(kIOReturnBadArgument, "there is no lock for \(reading ? "reading" : "writing") to end")
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

  private func acquire(_ wanted: Hold, waits: Bool) throws(IOSurfaceError) {
    let held: Hold? = counts.withLock {
      if $0.enter(wanted) { return nil }
      $0.isAcquiring = true
      return $0.held
    }
    guard let held else { return }
    let result = held == .reading ? upgrade(waits) : take(wanted, waits)
    if result == 0 { notice(wanted) }
    counts.withLock {
      $0.isAcquiring = false
      if result == 0 {
        $0.held = wanted
        _ = $0.enter(wanted)
      }
      settle(&$0)
    }
    try IOSurfaceError.check(result, "the surface was not locked for \(wanted == .reading ? "reading" : "writing")")
  }

  /// A lock where there was none.
  private func take(_ wanted: Hold, _ waits: Bool) -> Int32 {
    let result = set(CIOS_RANGE_GATE, CIOS_EXCLUSIVE, waits)
    guard result == 0 else { return result }
    defer { _ = set(CIOS_RANGE_GATE, CIOS_UNLOCKED) }
    return set(CIOS_RANGE_PIXELS, wanted == .reading ? CIOS_SHARED : CIOS_EXCLUSIVE, waits)
  }

  /// One for writing in place of one for reading. Whoever stands at the gate may wait for this one: it is passed by.
  private func upgrade(_ waits: Bool) -> Int32 {
    let result = set(CIOS_RANGE_UPGRADE, CIOS_EXCLUSIVE, false)
    guard result == 0 else { return result }
    defer { _ = set(CIOS_RANGE_UPGRADE, CIOS_UNLOCKED) }
    return set(CIOS_RANGE_PIXELS, CIOS_EXCLUSIVE, waits)
  }

  /// The pixels may have changed where a writer died. As long as this lock lasts, no other one lives.
  private func notice(_ wanted: Hold) {
    let wasWriting = cios_exchange(mapping.word(\.isWriting), wanted == .writing ? 1 : 0)
    if wasWriting != 0 { cios_add(mapping.word(\.seed), 1) }
  }

  /// Gives back what is needed no longer.
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
