import CIOSurface
import Synchronization

/// How often each process uses a surface. A process that does holds one byte of the file, which says that its count is
/// alive: counts of dead processes do not count.
final class UseCounts: Sendable {
  private struct State {
    var count: Int32 = 0
    /// Where the others see the count. Processes for which there is no place share one byte, uncounted.
    var place: Int?
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
        for place in 0..<CIOS_USER_LIMIT where place != state.place {
          let count = cios_load(count(place))
          if count != 0, table.isLocked(CIOS_RANGE_USERS + place) { sum += Int64(count) }
        }
      }
      if table.isLocked(CIOS_RANGE_FURTHER_USERS) { sum += 1 }
      return Int32(clamping: sum)
    }
  }

  /// Whether another process uses it.
  var isUsedElsewhere: Bool { table.isLocked(CIOS_RANGE_USERS, count: CIOS_USER_LIMIT + 1) }

  func increment() {
    state.withLock { state in
      guard state.count < .max else { return }
      state.count += 1
      publish(&state)
    }
  }

  /// Nothing when there is no use to end.
  func decrement() {
    state.withLock { state in
      guard state.count > 0 else { return }
      state.count -= 1
      publish(&state)
    }
  }

  private func publish(_ state: inout State) {
    let (wanted, place) = (state.count, state.place)
    state.place = try? table.withLock(changing: true) { () throws(IOSurfaceError) -> Int? in
      guard let place = place ?? takenPlace() else { return nil }
      if place < CIOS_USER_LIMIT { cios_store(count(place), UInt32(wanted)) }
      guard wanted == 0 else { return place }
      _ = table.set(CIOS_RANGE_USERS + place, CIOS_UNLOCKED)
      return nil
    }
  }

  /// A place that nobody has; the shared one behind them when there is none.
  private func takenPlace() -> Int? {
    for place in 0..<CIOS_USER_LIMIT where table.set(CIOS_RANGE_USERS + place, CIOS_EXCLUSIVE) == 0 { return place }
    return table.set(CIOS_RANGE_FURTHER_USERS, CIOS_SHARED) == 0 ? CIOS_USER_LIMIT : nil
  }

  private func count(_ place: Int) -> UnsafeMutablePointer<UInt32> {
    table.mapping.word(\.useCounts.0) + place
  }
}
