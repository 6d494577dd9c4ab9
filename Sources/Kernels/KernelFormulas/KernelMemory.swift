import Foundation
import KernelModules
import Synchronization

/// What texts became: a memory of what depends on nothing but its text, so nobody can tell whether it is there but by
/// the time. Without it each filter that makes its kernel anew would compile it, and every program with it.
final class KernelMemory: Sendable {
  static let shared = KernelMemory()

  /// What a kernel was made of.
  enum Origin: Hashable {
    case text(KernelText)
    /// A kernel of a library, all of it.
    case record(Data)
  }

  private struct State {
    var kernels: [Origin: (kernels: [AppKernel], lastUse: Int)] = [:]
    var clock = 0
    /// The last one that was opened: an app takes its kernels out of one library, one by one.
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

  /// A library's kernels by their names.
  ///
  /// - Throws: see `KernelLibrary`.
  func library(_ data: Data) throws(KernelProblem) -> KernelLibrary {
    if let known = state.withLock({ $0.library }), known.data == data { return known.library }
    // Bytes of its own: what the app's lie in may go.
    let copy = Data([UInt8](data))
    let library = try KernelLibrary(copy)
    state.withLock { $0.library = (copy, library) }
    return library
  }

  /// What another thread kept in the meantime, else these.
  func keep(_ kernels: [AppKernel], of origin: Origin) -> [AppKernel] {
    state.withLock { state in
      if let known = state.kernels[origin] { return known.kernels }
      if state.kernels.count >= Self.capacity {
        // A quarter at once, so that not every kernel that is new is a search.
        let uses = state.kernels.values.map(\.lastUse).sorted()
        let last = uses[uses.count / 4]
        state.kernels = state.kernels.filter { $0.value.lastUse > last }
      }
      state.kernels[origin] = (kernels, state.clock)
      return kernels
    }
  }
}
