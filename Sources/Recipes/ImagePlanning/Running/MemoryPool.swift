import Foundation
import ImageGraph

/// Memory that a pool hands out.
package protocol MemoryBlock: AnyObject, Sendable {
  /// What kinds of memory there are.
  associatedtype Place: Hashable, Sendable
  var byteCount: Int { get }
  var place: Place { get }
}

/// Memory that is used again: taken by size class, given back when the lease goes.
///
/// Unchecked: all that changes is behind `condition`.
package final class MemoryPool<Piece: MemoryBlock>: @unchecked Sendable {
  private let memoryTarget: Int
  private let make: @Sendable (_ byteCount: Int, _ place: Piece.Place) throws(RenderError) -> Piece
  private let condition = NSCondition()
  private var idle: [Piece] = []  // the longest unused first
  private var idleBytes = 0
  private var totalBytes = 0
  private var reservedBytes = 0

  /// Bytes that may lie idle between runs.
  private let idleLimit: Int

  /// - Parameter make: gives new memory; where it fails as the device or the system has no more, what lies idle is
  ///   freed and it is asked once more.
  package init(
    _ budget: MemoryBudget,
    make: @escaping @Sendable (_ byteCount: Int, _ place: Piece.Place) throws(RenderError) -> Piece
  ) {
    (memoryTarget, idleLimit, self.make) = (budget.target, budget.idle, make)
  }

  /// Waits until so many planned bytes fit in the memory target beside the runs under way.
  ///
  /// - Throws: `limit` when they would not fit even alone.
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

  /// The same for who cannot wait, as what holds the memory may be done only after it has gone on.
  ///
  /// - Throws: `limit` when they do not fit now.
  package func reserveNow(_ byteCount: Int) throws(RenderError) -> Reservation {
    condition.lock()
    let free = memoryTarget - reservedBytes
    if byteCount <= free { reservedBytes += byteCount }
    condition.unlock()
    guard byteCount <= free else {
      throw .limit(
        "bytes of memory for this render beside what is under way", requested: UInt64(byteCount),
        allowed: UInt64(max(free, 0)))
    }
    return Reservation(byteCount, self)
  }

  fileprivate func free(_ byteCount: Int) {
    condition.lock()
    reservedBytes -= byteCount
    condition.broadcast()
    condition.unlock()
  }

  /// Bytes that runs under way have reserved.
  package var reservedByteCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return reservedBytes
  }

  /// Counts memory of a run that is not the pool's; what lies idle makes room for it.
  package func hold(_ byteCount: Int) -> HeldMemory {
    condition.lock()
    var freed: [Piece] = []
    while totalBytes + byteCount > memoryTarget, !idle.isEmpty { freed.append(dropOldest()) }
    totalBytes += byteCount
    condition.unlock()
    freed.removeAll()
    return HeldMemory(byteCount, self)
  }

  fileprivate func letGo(_ byteCount: Int) {
    condition.lock()
    totalBytes -= byteCount
    condition.unlock()
  }

  /// Memory of at least so many bytes, contents undefined.
  package func take(_ byteCount: Int, _ place: Piece.Place) throws(RenderError) -> Lease {
    let size = BufferSize.rounded(byteCount)
    condition.lock()
    if let index = idle.lastIndex(where: { $0.byteCount == size && $0.place == place }) {
      let piece = idle.remove(at: index)
      idleBytes -= size
      condition.unlock()
      return Lease(piece, self)
    }
    // What lies idle in other classes makes room first.
    var freed: [Piece] = []
    while totalBytes + size > memoryTarget, !idle.isEmpty { freed.append(dropOldest()) }
    totalBytes += size
    condition.unlock()
    freed.removeAll()
    do {
      return Lease(try makePiece(size, place), self)
    } catch {
      condition.lock()
      totalBytes -= size
      condition.unlock()
      throw error
    }
  }

  private func makePiece(_ byteCount: Int, _ place: Piece.Place) throws(RenderError) -> Piece {
    do {
      return try make(byteCount, place)
    } catch {
      guard case .device = error else { throw error }
      clear()
      return try make(byteCount, place)
    }
  }

  /// Frees what lies idle.
  package func clear() {
    condition.lock()
    var freed: [Piece] = []
    while !idle.isEmpty { freed.append(dropOldest()) }
    condition.unlock()
    freed.removeAll()
  }

  /// Bytes of all memory, leased and idle, and of what runs hold beside.
  package var byteCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return totalBytes
  }

  fileprivate func giveBack(_ piece: Piece) {
    condition.lock()
    var freed: [Piece] = []
    idle.append(piece)
    idleBytes += piece.byteCount
    while idleBytes > idleLimit || totalBytes > memoryTarget, !idle.isEmpty { freed.append(dropOldest()) }
    condition.unlock()
    freed.removeAll()
  }

  private func dropOldest() -> Piece {
    let piece = idle.removeFirst()
    idleBytes -= piece.byteCount
    totalBytes -= piece.byteCount
    return piece
  }

  /// Planned bytes of one run; free again with the last reference.
  package final class Reservation: Sendable {
    private let byteCount: Int
    private let pool: MemoryPool

    fileprivate init(_ byteCount: Int, _ pool: MemoryPool) { (self.byteCount, self.pool) = (byteCount, pool) }

    deinit { pool.free(byteCount) }
  }

  /// Memory that a run holds beside the pool's; no longer counted when the last reference goes.
  package final class HeldMemory: Sendable {
    private let byteCount: Int
    private let pool: MemoryPool

    fileprivate init(_ byteCount: Int, _ pool: MemoryPool) { (self.byteCount, self.pool) = (byteCount, pool) }

    deinit { pool.letGo(byteCount) }
  }

  /// Memory on loan; it goes back to its pool with the last reference.
  package final class Lease: Sendable {
    package let piece: Piece
    private let pool: MemoryPool

    fileprivate init(_ piece: Piece, _ pool: MemoryPool) { (self.piece, self.pool) = (piece, pool) }

    deinit { pool.giveBack(piece) }
  }
}
