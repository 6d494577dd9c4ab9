import Foundation
import KernelBinaries
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
