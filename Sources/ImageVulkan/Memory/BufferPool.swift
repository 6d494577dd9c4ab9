import Foundation
import ImageGraph
import ImagePlanning
import Synchronization

/// Buffers that are used again: taken by size class, given back when the lease goes.
///
/// Unchecked: all that changes is behind `condition`.
final class BufferPool: @unchecked Sendable {
  private let memoryTarget: Int
  /// True when the host reads and writes all buffers: no staging copies.
  let isUnified: Bool
  private let device: Device
  private let condition = NSCondition()
  private var idle: [Buffer] = []  // the longest unused first
  private var idleBytes = 0
  private var totalBytes = 0
  private var reservedBytes = 0

  /// Bytes that may lie idle between runs.
  private let idleLimit: Int

  init(_ budget: MemoryBudget, isUnified: Bool, device: Device) {
    (memoryTarget, idleLimit) = (budget.target, budget.idle)
    (self.isUnified, self.device) = (isUnified, device)
  }

  /// Waits until so many planned bytes fit in the memory target beside the runs under way.
  ///
  /// - Throws: `limit` when they would not fit even alone.
  func reserve(_ byteCount: Int) throws(RenderError) -> Reservation {
    guard byteCount <= memoryTarget else {
      throw .limit("bytes of memory for this render", asked: UInt64(byteCount), allowed: UInt64(memoryTarget))
    }
    condition.lock()
    while reservedBytes + byteCount > memoryTarget { condition.wait() }
    reservedBytes += byteCount
    condition.unlock()
    return Reservation(byteCount, self)
  }

  fileprivate func free(_ byteCount: Int) {
    condition.lock()
    reservedBytes -= byteCount
    condition.broadcast()
    condition.unlock()
  }

  /// Bytes that runs under way have reserved.
  var reservedByteCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return reservedBytes
  }

  /// Counts memory of a run that is not the pool's; what lies idle makes room for it.
  func hold(_ byteCount: Int) -> HeldMemory {
    condition.lock()
    var freed: [Buffer] = []
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

  /// A buffer of at least so many bytes, contents undefined.
  func take(_ byteCount: Int, _ place: MemoryPlace) throws(RenderError) -> Lease {
    let size = BufferSize.rounded(byteCount)
    condition.lock()
    if let index = idle.lastIndex(where: { $0.byteCount == size && $0.place == place }) {
      let buffer = idle.remove(at: index)
      idleBytes -= size
      condition.unlock()
      return Lease(buffer, self)
    }
    // What lies idle in other classes makes room first.
    var freed: [Buffer] = []
    while totalBytes + size > memoryTarget, !idle.isEmpty { freed.append(dropOldest()) }
    totalBytes += size
    condition.unlock()
    freed.removeAll()
    do {
      return Lease(try makeBuffer(size, place), self)
    } catch {
      condition.lock()
      totalBytes -= size
      condition.unlock()
      throw error
    }
  }

  /// A new buffer; when the driver has no memory left, what lies idle is freed and the driver asked once more.
  private func makeBuffer(_ byteCount: Int, _ place: MemoryPlace) throws(RenderError) -> Buffer {
    let isMapped = isUnified || place == .host
    do {
      return try Buffer(byteCount: byteCount, place: place, isMapped: isMapped, on: device)
    } catch {
      guard case .device = error else { throw error }
      clear()
      return try Buffer(byteCount: byteCount, place: place, isMapped: isMapped, on: device)
    }
  }

  /// Frees what lies idle.
  func clear() {
    condition.lock()
    var freed: [Buffer] = []
    while !idle.isEmpty { freed.append(dropOldest()) }
    condition.unlock()
    freed.removeAll()
  }

  /// Bytes of all buffers, leased and idle, and of what runs hold beside.
  var byteCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return totalBytes
  }

  fileprivate func giveBack(_ buffer: Buffer) {
    condition.lock()
    var freed: [Buffer] = []
    idle.append(buffer)
    idleBytes += buffer.byteCount
    while idleBytes > idleLimit || totalBytes > memoryTarget, !idle.isEmpty { freed.append(dropOldest()) }
    condition.unlock()
    freed.removeAll()
  }

  private func dropOldest() -> Buffer {
    let buffer = idle.removeFirst()
    idleBytes -= buffer.byteCount
    totalBytes -= buffer.byteCount
    return buffer
  }
}

/// Planned bytes of one run; free again with the last reference.
final class Reservation: Sendable {
  private let byteCount: Int
  private let pool: BufferPool

  fileprivate init(_ byteCount: Int, _ pool: BufferPool) { (self.byteCount, self.pool) = (byteCount, pool) }

  deinit { pool.free(byteCount) }
}

/// Memory that a run holds beside its buffers; no longer counted when the last reference goes.
final class HeldMemory: Sendable {
  private let byteCount: Int
  private let pool: BufferPool

  fileprivate init(_ byteCount: Int, _ pool: BufferPool) { (self.byteCount, self.pool) = (byteCount, pool) }

  deinit { pool.letGo(byteCount) }
}

/// A buffer on loan; it goes back to its pool with the last reference.
final class Lease: Sendable {
  let buffer: Buffer
  private let pool: BufferPool

  fileprivate init(_ buffer: Buffer, _ pool: BufferPool) {
    (self.buffer, self.pool) = (buffer, pool)
  }

  deinit { pool.giveBack(buffer) }
}
