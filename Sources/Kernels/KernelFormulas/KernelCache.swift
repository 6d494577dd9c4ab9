import Foundation
import KernelModules
import Synchronization

/// A cache of compiled kernels, by source or library record. Without it, each new filter would compile its kernel, and
/// its programs, again.
final class KernelCache: Sendable {
  static let shared = KernelCache()

  /// The key of cached kernels.
  enum Origin: Hashable {
    case text(KernelText)
    /// The record of a library kernel.
    case record(Data)
  }

  private struct State {
    var kernels: [Origin: (kernels: [AppKernel], lastUse: Int)] = [:]
    var clock = 0
    /// The library that was opened last: apps usually load all kernels from one library, one after another.
    var library: (data: Data, library: KernelLibrary)?
  }

  private let state = Mutex(State())
  private static let capacity = 128

  func kernels(of origin: Origin) -> [AppKernel]? {
    state.withLock { state in
      state.clock += 1
      state.kernels[origin]?.lastUse = state.clock
      return state.kernels[origin]?.kernels
    }
  }

  /// Returns the library of these bytes.
  ///
  /// - Throws: see `KernelLibrary`.
  func library(_ data: Data) throws(KernelProblem) -> KernelLibrary {
    if let cached = state.withLock({ $0.library }), cached.data == data { return cached.library }
    // A copy, because the caller may free its memory.
    let copy = Data([UInt8](data))
    let library = try KernelLibrary(copy)
    state.withLock { $0.library = (copy, library) }
    return library
  }

  /// Caches kernels. Returns those that another thread cached in the meantime, otherwise these.
  func insert(_ kernels: [AppKernel], of origin: Origin) -> [AppKernel] {
    state.withLock { state in
      if let cached = state.kernels[origin] { return cached.kernels }
      if state.kernels.count >= Self.capacity {
        // Evicts a quarter at once, so that not every insertion searches the cache.
        let uses = state.kernels.values.map(\.lastUse).sorted()
        let last = uses[uses.count / 4]
        state.kernels = state.kernels.filter { $0.value.lastUse > last }
      }
      state.kernels[origin] = (kernels, state.clock)
      return kernels
    }
  }
}
