import CIOSurface
import Synchronization

/// The surfaces of this process, each with an identifier. Each file is mapped only once, so that its locks nest and its
/// uses are counted together.
final class SurfaceRegistry: Sendable {
  static let shared = SurfaceRegistry()

  /// The identity of a file.
  struct Key: Hashable {
    let device: UInt64
    let number: UInt64

    init(_ file: CIOSFile) { (device, number) = (file.device, file.number) }
  }

  private struct Entry {
    weak var memory: SurfaceMemory?
  }

  private struct State {
    var entries: [UInt32: Entry] = [:]
    var ids: [Key: UInt32] = [:]
    var lastID: UInt32 = 0
  }

  private let state = Mutex(State())

  /// Returns the memory of a file. If the file is not open yet, calls `make` with a new identifier.
  func memory(
    _ key: Key, _ make: (UInt32) throws(IOSurfaceError) -> SurfaceMemory
  ) throws(IOSurfaceError) -> SurfaceMemory {
    try state.withLock { state throws(IOSurfaceError) in
      if let id = state.ids[key], let memory = state.entries[id]?.memory { return memory }
      repeat { state.lastID &+= 1 } while state.lastID == 0 || state.entries[state.lastID] != nil
      let memory = try make(state.lastID)
      state.entries[state.lastID] = Entry(memory: memory)
      state.ids[key] = state.lastID
      return memory
    }
  }

  func memory(_ id: UInt32) -> SurfaceMemory? { state.withLock { $0.entries[id]?.memory } }

  /// Removes a memory that is being deallocated. The file may have been opened again meanwhile, under another
  /// identifier.
  func remove(_ id: UInt32, _ key: Key) {
    state.withLock { state in
      state.entries[id] = nil
      if state.ids[key] == id { state.ids[key] = nil }
    }
  }

  /// The number of surfaces.
  var count: Int { state.withLock { $0.entries.count } }
}
