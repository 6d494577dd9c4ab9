import CVideo
import CoreMedia
import Foundation

/// What goes to the file, in the order in which it came.
enum WriterItem: @unchecked Sendable {
  case image(PendingFrame)
  /// Whoever takes it frees it.
  case packet(OpaquePointer, stream: Int32)
  /// The same for sound that is encoded: what the packet is goes along.
  case sound(OpaquePointer, stream: Int32, CodecParameters)
}

/// Between an app and the thread that writes: bounded for each input. The first error ends both.
final class WriterQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var items: [(item: WriterItem, input: Int)] = []
  private var waiting: [Int: Int] = [:]
  private var isComplete = false
  private var error: (any Error)?
  /// Called on the thread that writes when an item of an input has gone.
  private let hasRoom: @Sendable (Int) -> Void

  init(hasRoom: @escaping @Sendable (Int) -> Void) { self.hasRoom = hasRoom }

  /// How many items of an input wait; nil once the line has ended.
  func count(of input: Int) -> Int? {
    condition.withLock { error != nil || isComplete ? nil : waiting[input, default: 0] }
  }

  /// False once the line has ended; the item is freed then.
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

  /// Nothing follows.
  func complete() {
    condition.withLock {
      isComplete = true
      condition.broadcast()
    }
  }

  /// Ends the line, unless something else has ended it.
  func fail(_ error: any Error) {
    let left = condition.withLock {
      if self.error == nil { self.error = error }
      defer { items = [] }
      condition.broadcast()
      return items
    }
    for (item, _) in left { Self.free(item) }
  }

  /// Waits for the next item; nil behind the last one.
  ///
  /// - Throws: what ended the line.
  func next() throws -> WriterItem? {
    let next = try condition.withLock { () throws -> (item: WriterItem, input: Int)? in
      while error == nil, items.isEmpty, !isComplete { condition.wait() }
      if let error { throw error }
      if items.isEmpty { return nil }
      let next = items.removeFirst()
      waiting[next.input, default: 1] -= 1
      return next
    }
    if let next { hasRoom(next.input) }
    return next?.item
  }

  private static func free(_ item: WriterItem) {
    switch item {
    case .packet(let packet, _), .sound(let packet, _, _): vd_packet_free(packet)
    case .image: break
    }
  }
}
