import CVideo
import CoreImage
import CoreMedia
import Foundation

/// A frame on its way to the encoder: whoever makes its pixels puts them here.
final class ExportFrame: @unchecked Sendable {
  let time: CMTime
  let duration: CMTime
  /// The pixels, and what still renders them.
  fileprivate var result: Result<(buffer: CVPixelBuffer, task: CIRenderTask?), any Error>?

  init(time: CMTime, duration: CMTime) { (self.time, self.duration) = (time, duration) }
}

/// What goes to the output, in this order.
enum ExportItem {
  case frame(ExportFrame)
  case packet(OpaquePointer, VDPacketFacts)
}

/// Between who reads and who writes: bounded, in the order of the source. The first error ends both.
final class ExportQueue: @unchecked Sendable {
  /// Frames between the decoder and the encoder.
  static let framesInFlight = 3
  private static let packetLimit = 512

  private let counter: ExportCounter
  private let condition = NSCondition()
  private var items: [ExportItem] = []
  private var frames: [ExportFrame] = []
  /// Renders that are begun just now.
  private var beginning = 0
  private var isComplete = false
  private var error: (any Error)?

  init(_ counter: ExportCounter) { self.counter = counter }

  /// True once something has ended it: what is not begun need not be.
  var hasFailed: Bool { condition.withLock { error != nil } }

  /// Waits for room. False once the line has ended.
  func add(_ frame: ExportFrame) -> Bool {
    condition.withLock {
      counter.time(\.roomMilliseconds) {
        while error == nil, frames.count >= Self.framesInFlight { condition.wait() }
      }
      if error != nil { return false }
      frames.append(frame)
      items.append(.frame(frame))
      condition.broadcast()
      return true
    }
  }

  /// Waits for room; frees the packet once the line has ended, and says false.
  func add(_ packet: OpaquePointer, _ facts: VDPacketFacts) -> Bool {
    let isAdded = condition.withLock {
      counter.time(\.roomMilliseconds) {
        while error == nil, items.count >= Self.packetLimit { condition.wait() }
      }
      if error != nil { return false }
      items.append(.packet(packet, facts))
      condition.broadcast()
      return true
    }
    if !isAdded { vd_packet_free(packet) }
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
    for case .packet(let packet, _) in left { vd_packet_free(packet) }
  }

  /// Waits for the renders that were begun before the line ended: they read planes, and write into buffers.
  func drain() {
    let begun: [CIRenderTask] = condition.withLock {
      while beginning > 0 { condition.wait() }
      return frames.compactMap { try? $0.result?.get().task }
    }
    for task in begun { _ = try? task.waitUntilCompleted() }
  }

  /// Makes the pixels of a frame, or begins to; nothing once the line has ended.
  func set(_ frame: ExportFrame, _ pixels: () throws -> (buffer: CVPixelBuffer, task: CIRenderTask?)) {
    let isWanted = condition.withLock {
      if error == nil { beginning += 1 }
      return error == nil
    }
    guard isWanted else { return }
    let result = Result { try pixels() }
    condition.withLock {
      beginning -= 1
      frame.result = result
      condition.broadcast()
    }
  }

  /// Waits for the next item; nil behind the last one.
  ///
  /// - Throws: what ended the line.
  func next() throws -> ExportItem? {
    try condition.withLock {
      counter.time(\.frameWaitMilliseconds) {
        while error == nil, items.isEmpty, !isComplete { condition.wait() }
      }
      if let error { throw error }
      if items.isEmpty { return nil }
      defer { condition.broadcast() }
      return items.removeFirst()
    }
  }

  /// Waits until a frame's pixels are there.
  ///
  /// - Throws: what the handler said, what its render failed with, or what ended the line.
  func pixels(of frame: ExportFrame) throws -> CVPixelBuffer {
    try counter.time(\.renderWaitMilliseconds) {
      let (buffer, task) = try condition.withLock {
        while error == nil, frame.result == nil { condition.wait() }
        if let error { throw error }
        return try frame.result!.get()
      }
      if let task { counter.add(try task.waitUntilCompleted()) }
      return buffer
    }
  }

  /// A frame has left the line.
  func leave(_ frame: ExportFrame) {
    condition.withLock {
      frames.removeAll { $0 === frame }
      condition.broadcast()
    }
  }
}
