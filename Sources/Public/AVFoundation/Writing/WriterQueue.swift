import CVideo
import CoreMedia
import Foundation

/// An item for the file, in the order of the calls.
enum WriterItem: @unchecked Sendable {
  case image(PendingFrame)
  /// The receiver frees the packet.
  case packet(OpaquePointer, stream: Int32)
  /// A packet of sound to be encoded, with its codec parameters. The receiver frees it.
  case sound(OpaquePointer, stream: Int32, CodecParameters)
}

/// A queue from an app to the writing thread, bounded for each input. The first error ends both.
final class WriterQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var items: [(item: WriterItem, input: Int)] = []
  private var waiting: [Int: Int] = [:]
  private var isComplete = false
  private var error: (any Error)?
  /// Called on the writing thread when an item of an input was removed.
  private let onRemoval: @Sendable (Int) -> Void

  init(onRemoval: @escaping @Sendable (Int) -> Void) { self.onRemoval = onRemoval }

  /// Returns the number of waiting items of an input, or nil if the queue has ended.
  func count(of input: Int) -> Int? {
    condition.withLock { error != nil || isComplete ? nil : waiting[input, default: 0] }
  }

  /// Adds an item. If the queue has ended, frees it and returns false.
  func add(_ item: WriterItem, of input: Int) -> Bool {
    let isAdded = condition.withLock {
      if error != nil || isComplete { return false }
      items.append((item, input))
      waiting[input, default: 0] += 1
      condition.broadcast()
      return true
    }
    if !isAdded { Self.free(item) }
    return isAdded
  }

  /// Marks the end of the input.
  func complete() {
    condition.withLock {
      isComplete = true
      condition.broadcast()
    }
  }

  /// Ends the queue with an error. The first error is kept.
  func fail(_ error: any Error) {
    let remaining = condition.withLock {
      if self.error == nil { self.error = error }
      defer { items = [] }
      condition.broadcast()
      return items
    }
    for (item, _) in remaining { Self.free(item) }
  }

  /// Waits for the next item. Returns nil at the end.
  ///
  /// - Throws: the error that ended the queue.
  func next() throws -> WriterItem? {
    let next = try condition.withLock { () throws -> (item: WriterItem, input: Int)? in
      while error == nil, items.isEmpty, !isComplete { condition.wait() }
      if let error { throw error }
      if items.isEmpty { return nil }
      let next = items.removeFirst()
      waiting[next.input, default: 1] -= 1
      return next
    }
    if let next { onRemoval(next.input) }
    return next?.item
  }

  private static func free(_ item: WriterItem) {
    switch item {
    case .packet(let packet, _), .sound(let packet, _, _): vd_packet_free(packet)
    case .image: break
    }
  }
}
