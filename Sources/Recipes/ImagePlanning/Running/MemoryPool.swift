import Foundation
import ImageGraph

/// A memory block of a pool.
package protocol MemoryBlock: AnyObject, Sendable {
  /// The kinds of memory.
  associatedtype Kind: Hashable, Sendable
  var byteCount: Int { get }
  var kind: Kind { get }
}

/// A pool of reusable memory blocks, by size class. A block returns to the pool when its lease is released.
///
/// Unchecked: `condition` protects all mutable state.
package final class MemoryPool<Block: MemoryBlock>: @unchecked Sendable {
  private let memoryTarget: Int
  private let create: @Sendable (_ byteCount: Int, _ kind: Block.Kind) throws(RenderError) -> Block
  private let condition = NSCondition()
  private var idle: [Block] = []  // the longest unused first
  private var idleBytes = 0
  private var totalBytes = 0
  private var reservedBytes = 0

  /// The maximum bytes of idle blocks between runs.
  private let idleLimit: Int

  /// Creates a pool.
  ///
  /// - Parameter create: allocates a block. If it fails with a device error, idle blocks are freed and it is called
  ///   once more.
  package init(
    _ budget: MemoryBudget,
    create: @escaping @Sendable (_ byteCount: Int, _ kind: Block.Kind) throws(RenderError) -> Block
  ) {
    (memoryTarget, idleLimit, self.create) = (budget.target, budget.idle, create)
  }

  /// Waits until the planned bytes fit the memory target together with the runs in flight.
  ///
  /// - Throws: `limit` if they would not fit alone.
  package func reserve(_ byteCount: Int) throws(RenderError) -> Reservation {
    guard byteCount <= memoryTarget else {
      throw .limit("bytes of memory for this render", requested: UInt64(byteCount), allowed: UInt64(memoryTarget))
    }
    condition.lock()
    while reservedBytes + byteCount > memoryTarget { condition.wait() }
    reservedBytes += byteCount
    condition.unlock()
    return Reservation(byteCount, self)
  }

  /// Reserves the planned bytes without waiting, for callers on which the runs in flight may depend.
  ///
  /// - Throws: `limit` if they do not fit now.
  package func reserveNow(_ byteCount: Int) throws(RenderError) -> Reservation {
    condition.lock()
    let free = memoryTarget - reservedBytes
    if byteCount <= free { reservedBytes += byteCount }
    condition.unlock()
    guard byteCount <= free else {
      throw .limit(
        "bytes of memory for this render in addition to the runs in flight", requested: UInt64(byteCount),
        allowed: UInt64(max(free, 0)))
    }
    return Reservation(byteCount, self)
  }

  fileprivate func releaseReservation(_ byteCount: Int) {
    condition.lock()
    reservedBytes -= byteCount
    condition.broadcast()
    condition.unlock()
  }

  /// The bytes that runs in flight have reserved.
  package var reservedByteCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return reservedBytes
  }

  /// Counts memory of a run that is not from the pool. Frees idle blocks for it.
  package func hold(_ byteCount: Int) -> HeldMemory {
    condition.lock()
    var evicted: [Block] = []
    while totalBytes + byteCount > memoryTarget, !idle.isEmpty { evicted.append(dropOldest()) }
    totalBytes += byteCount
    condition.unlock()
    evicted.removeAll()
    return HeldMemory(byteCount, self)
  }

  fileprivate func releaseHeld(_ byteCount: Int) {
    condition.lock()
    totalBytes -= byteCount
    condition.unlock()
  }

  /// Returns a block of at least this size, with undefined contents.
  package func take(_ byteCount: Int, _ kind: Block.Kind) throws(RenderError) -> Lease {
    let size = BufferSize.rounded(byteCount)
    condition.lock()
    if let index = idle.lastIndex(where: { $0.byteCount == size && $0.kind == kind }) {
      let block = idle.remove(at: index)
      idleBytes -= size
      condition.unlock()
      return Lease(block, self)
    }
    // Idle blocks of other size classes are freed first.
    var evicted: [Block] = []
    while totalBytes + size > memoryTarget, !idle.isEmpty { evicted.append(dropOldest()) }
    totalBytes += size
    condition.unlock()
    evicted.removeAll()
    do {
      return Lease(try allocate(size, kind), self)
    } catch {
      condition.lock()
      totalBytes -= size
      condition.unlock()
      throw error
    }
  }

  private func allocate(_ byteCount: Int, _ kind: Block.Kind) throws(RenderError) -> Block {
    do {
      return try create(byteCount, kind)
    } catch {
      guard case .device = error else { throw error }
      clear()
      return try create(byteCount, kind)
    }
  }

  /// Frees all idle blocks.
  package func clear() {
    condition.lock()
    var evicted: [Block] = []
    while !idle.isEmpty { evicted.append(dropOldest()) }
    condition.unlock()
    evicted.removeAll()
  }

  /// The bytes of all blocks, leased and idle, and of the memory that runs hold in addition.
  package var byteCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return totalBytes
  }

  fileprivate func returnToPool(_ block: Block) {
    condition.lock()
    var evicted: [Block] = []
    idle.append(block)
    idleBytes += block.byteCount
    while idleBytes > idleLimit || totalBytes > memoryTarget, !idle.isEmpty { evicted.append(dropOldest()) }
    condition.unlock()
    evicted.removeAll()
  }

  private func dropOldest() -> Block {
    let block = idle.removeFirst()
    idleBytes -= block.byteCount
    totalBytes -= block.byteCount
    return block
  }

  /// The reserved bytes of a run. Released with the last reference.
  package final class Reservation: Sendable {
    private let byteCount: Int
    private let pool: MemoryPool

    fileprivate init(_ byteCount: Int, _ pool: MemoryPool) { (self.byteCount, self.pool) = (byteCount, pool) }

    deinit { pool.releaseReservation(byteCount) }
  }

  /// Memory that a run holds in addition to the pool's. Released with the last reference.
  package final class HeldMemory: Sendable {
    private let byteCount: Int
    private let pool: MemoryPool

    fileprivate init(_ byteCount: Int, _ pool: MemoryPool) { (self.byteCount, self.pool) = (byteCount, pool) }

    deinit { pool.releaseHeld(byteCount) }
  }

  /// A leased block. It returns to the pool with the last reference.
  package final class Lease: Sendable {
    package let block: Block
    private let pool: MemoryPool

    fileprivate init(_ block: Block, _ pool: MemoryPool) { (self.block, self.pool) = (block, pool) }

    deinit { pool.returnToPool(block) }
  }
}
