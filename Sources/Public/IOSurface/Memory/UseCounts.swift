import CIOSurface
import Synchronization

/// The use counts of a surface, one for each process.
///
/// A process that uses the surface locks one byte of the file. The system releases the lock when the process dies, so
/// counts of dead processes are ignored.
final class UseCounts: Sendable {
  private struct State {
    var count: Int32 = 0
    /// The slot of this process's count in the shared table. Processes without a slot share one lock byte and are not
    /// counted.
    var slot: Int?
  }

  private let table: SurfaceTable
  private let state = Mutex(State())

  init(_ table: SurfaceTable) { self.table = table }

  /// The uses of this process.
  var ofThisProcess: Int32 { state.withLock { $0.count } }

  /// The uses of all processes.
  var ofAll: Int32 {
    state.withLock { state in
      var sum = Int64(state.count)
      try? table.withLock(changing: false) { () throws(IOSurfaceError) in
        for slot in 0..<CIOS_USER_LIMIT where slot != state.slot {
          let count = cios_load(word(slot))
          if count != 0, table.isLocked(CIOS_RANGE_USERS + slot) { sum += Int64(count) }
        }
      }
      if table.isLocked(CIOS_RANGE_FURTHER_USERS) { sum += 1 }
      return Int32(clamping: sum)
    }
  }

  /// Whether another process uses the surface.
  var isUsedElsewhere: Bool { table.isLocked(CIOS_RANGE_USERS, count: CIOS_USER_LIMIT + 1) }

  func increment() {
    state.withLock { state in
      guard state.count < .max else { return }
      state.count += 1
      publish(&state)
    }
  }

  /// Ends one use of this process. Does nothing if there is none.
  func decrement() {
    state.withLock { state in
      guard state.count > 0 else { return }
      state.count -= 1
      publish(&state)
    }
  }

  private func publish(_ state: inout State) {
    let (count, slot) = (state.count, state.slot)
    state.slot = try? table.withLock(changing: true) { () throws(IOSurfaceError) -> Int? in
      guard let slot = slot ?? acquiredSlot() else { return nil }
      if slot < CIOS_USER_LIMIT { cios_store(word(slot), UInt32(count)) }
      guard count == 0 else { return slot }
      _ = table.set(CIOS_RANGE_USERS + slot, CIOS_UNLOCKED)
      return nil
    }
  }

  /// Locks a free slot and returns it. If there is none, returns the shared slot after the last one.
  private func acquiredSlot() -> Int? {
    for slot in 0..<CIOS_USER_LIMIT where table.set(CIOS_RANGE_USERS + slot, CIOS_EXCLUSIVE) == 0 { return slot }
    return table.set(CIOS_RANGE_FURTHER_USERS, CIOS_SHARED) == 0 ? CIOS_USER_LIMIT : nil
  }

  private func word(_ slot: Int) -> UnsafeMutablePointer<UInt32> {
    table.mapping.word(\.useCounts.0) + slot
  }
}
