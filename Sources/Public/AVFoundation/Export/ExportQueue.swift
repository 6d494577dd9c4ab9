import CVideo
import CoreImage
import CoreMedia
import Foundation

/// A frame in the queue to the encoder. The renderer stores its pixels here.
final class ExportFrame: @unchecked Sendable {
  let time: CMTime
  let duration: CMTime
  /// The pixels, and the render task that writes them.
  fileprivate var result: Result<(buffer: CVPixelBuffer, task: CIRenderTask?), any Error>?

  init(time: CMTime, duration: CMTime) { (self.time, self.duration) = (time, duration) }
}

/// An item for the output, in order.
enum ExportItem {
  case frame(ExportFrame)
  case packet(OpaquePointer, VDPacketFacts)
}

/// A bounded queue from the reading to the writing thread, in the order of the source. The first error ends both.
final class ExportQueue: @unchecked Sendable {
  /// The greatest number of frames between the decoder and the encoder.
  static let framesInFlight = 3
  private static let packetLimit = 512

  private let counter: ExportCounter
  private let condition = NSCondition()
  private var items: [ExportItem] = []
  private var frames: [ExportFrame] = []
  /// The number of renders that are being started.
  private var startingCount = 0
  private var isComplete = false
  private var error: (any Error)?

  init(_ counter: ExportCounter) { self.counter = counter }

  /// Whether an error has ended the queue, so that no further work needs to start.
  var hasFailed: Bool { condition.withLock { error != nil } }

  /// Waits for space and adds a frame. Returns false if the queue has ended.
  func add(_ frame: ExportFrame) -> Bool {
    condition.withLock {
      counter.time(\.spaceWaitMilliseconds) {
        while error == nil, frames.count >= Self.framesInFlight { condition.wait() }
      }
      if error != nil { return false }
      frames.append(frame)
      items.append(.frame(frame))
      condition.broadcast()
      return true
    }
  }

  /// Waits for space and adds a packet. If the queue has ended, frees the packet and returns false.
  func add(_ packet: OpaquePointer, _ facts: VDPacketFacts) -> Bool {
    let isAdded = condition.withLock {
      counter.time(\.spaceWaitMilliseconds) {
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
    for case .packet(let packet, _) in remaining { vd_packet_free(packet) }
  }

  /// Waits for all started renders, which still read planes and write buffers.
  func drain() {
    let tasks: [CIRenderTask] = condition.withLock {
      while startingCount > 0 { condition.wait() }
      return frames.compactMap { try? $0.result?.get().task }
    }
    for task in tasks { _ = try? task.waitUntilCompleted() }
  }

  /// Stores the pixels of a frame, or starts their render. Does nothing if the queue has ended.
  func set(_ frame: ExportFrame, _ pixels: () throws -> (buffer: CVPixelBuffer, task: CIRenderTask?)) {
    let isActive = condition.withLock {
      if error == nil { startingCount += 1 }
      return error == nil
    }
    guard isActive else { return }
    let result = Result { try pixels() }
    condition.withLock {
      startingCount -= 1
      frame.result = result
      condition.broadcast()
    }
  }

  /// Waits for the next item. Returns nil at the end.
  ///
  /// - Throws: the error that ended the queue.
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

  /// Waits for the pixels of a frame.
  ///
  /// - Throws: the error of the handler, of its render, or of the queue.
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

  /// Removes a frame that was written.
  func remove(_ frame: ExportFrame) {
    condition.withLock {
      frames.removeAll { $0 === frame }
      condition.broadcast()
    }
  }
}
