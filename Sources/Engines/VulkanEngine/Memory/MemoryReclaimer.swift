import CVulkan
import ImageGraph
import ImagePlanning
import Synchronization

/// A reclaimer that empties the caches for later renders when the driver has no more memory.
final class MemoryReclaimer: Sendable {
  private struct Caches {
    weak var pool: BufferPool?
    weak var sources: SourceCache?
    weak var intermediates: IntermediateCache<Lease>?
  }
  private let caches = Mutex(Caches())

  /// Sets the caches that hold memory.
  func setCaches(_ pool: BufferPool, _ sources: SourceCache, _ intermediates: IntermediateCache<Lease>) {
    caches.withLock { $0 = Caches(pool: pool, sources: sources, intermediates: intermediates) }
  }

  /// Allocates memory. If there is none left, empties the caches and tries again.
  ///
  /// - Throws: `limit` if there is none left even then.
  func allocating<Memory>(_ byteCount: Int, _ allocate: () throws(RenderError) -> Memory) throws(RenderError) -> Memory
  {
    do {
      return try allocate()
    } catch {
      guard error.isShortage else { throw error }
    }
    let caches = caches.withLock { ($0.pool, $0.sources, $0.intermediates) }
    caches.1?.clear()
    caches.2?.clear()
    // The memory of cleared entries is now idle in the pool.
    caches.0?.clear()
    do {
      return try allocate()
    } catch {
      guard error.isShortage, case .device(let call, let result) = error else { throw error }
      // The pool's count includes the requested memory.
      let usedBytes = max((caches.0?.byteCount ?? byteCount) - byteCount, 0)
      throw .memoryShortage(call: call, result: result, requested: usedBytes + byteCount, allowed: usedBytes)
    }
  }
}

extension RenderError {
  /// Whether the driver has no more memory, or supports no more allocations.
  fileprivate var isShortage: Bool {
    guard case .device(_, let result) = self else { return false }
    return [VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_TOO_MANY_OBJECTS].contains {
      $0.rawValue == result
    }
  }
}
