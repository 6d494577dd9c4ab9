import CVulkan
import ImageGraph
import ImagePlanning
import Synchronization

/// What gives memory back when the driver has no more: everything that is kept for later renders.
final class MemoryReclaimer: Sendable {
  private struct Keepers {
    weak var pool: BufferPool?
    weak var sources: SourceCache?
    weak var intermediates: IntermediateCache<Lease>?
  }
  private let keepers = Mutex(Keepers())

  /// Says who keeps memory.
  func bring(from pool: BufferPool, _ sources: SourceCache, _ intermediates: IntermediateCache<Lease>) {
    keepers.withLock { $0 = Keepers(pool: pool, sources: sources, intermediates: intermediates) }
  }

  /// Makes a piece of memory; where there is none left, once more when what is kept is freed.
  ///
  /// - Throws: `limit` when there is none left even then.
  func making<Piece>(_ byteCount: Int, _ make: () throws(RenderError) -> Piece) throws(RenderError) -> Piece {
    do {
      return try make()
    } catch {
      guard error.isShortage else { throw error }
    }
    let keepers = keepers.withLock { ($0.pool, $0.sources, $0.intermediates) }
    keepers.1?.clear()
    keepers.2?.clear()
    // What they held is idle now.
    keepers.0?.clear()
    do {
      return try make()
    } catch {
      guard error.isShortage, case .device(let call, let result) = error else { throw error }
      // The piece itself is counted already.
      let held = max((keepers.0?.byteCount ?? byteCount) - byteCount, 0)
      throw .memoryShortage(call: call, result: result, requested: held + byteCount, allowed: held)
    }
  }
}

extension RenderError {
  /// True where a driver says that it has no more memory, or can count no more pieces of it.
  fileprivate var isShortage: Bool {
    guard case .device(_, let result) = self else { return false }
    return [VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_TOO_MANY_OBJECTS].contains {
      $0.rawValue == result
    }
  }
}
