import CoreMedia
import Foundation

/// A decoder thread that runs a few frames ahead of its consumer.
final class FramePrefetcher: @unchecked Sendable {
  /// The greatest number of waiting frames.
  private static let depth = 4

  private let condition = NSCondition()
  private var waiting: [AVAssetFrame] = []
  private var outcome: Result<Void, any Error>?
  private var consumer: CheckedContinuation<AVAssetFrame?, any Error>?
  private var isStopped = false
  private var decoder: FrameDecoder?

  /// - Parameter make: called on the thread, because reading a header blocks on the disk.
  init(_ make: @escaping @Sendable () throws -> (FrameDecoder, FrameGeometry)) {
    let thread = Thread { self.run(make) }
    thread.name = "AVFoundation.decode"
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Ends the thread after the frame that is being decoded.
  func stop() {
    condition.withLock {
      isStopped = true
      waiting = []
      condition.broadcast()
      decoder?.stop()
    }
  }

  /// Returns the next frame, or nil after the last one. For one caller at a time.
  ///
  /// - Throws: `CancellationError` in a cancelled task, which also ends the thread.
  func next() async throws -> AVAssetFrame? {
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { take($0) }
    } onCancel: {
      stop()
    }
  }

  private func take(_ continuation: CheckedContinuation<AVAssetFrame?, any Error>) {
    let answer: Result<AVAssetFrame?, any Error>? = condition.withLock {
      if !waiting.isEmpty {
        condition.broadcast()
        return .success(waiting.removeFirst())
      }
      if isStopped { return .failure(CancellationError()) }
      if let outcome { return outcome.map { nil } }
      consumer = continuation
      return nil
    }
    if let answer { continuation.resume(with: answer) }
  }

  private func run(_ make: () throws -> (FrameDecoder, FrameGeometry)) {
    let outcome: Result<Void, any Error>
    do {
      let (decoder, geometry) = try make()
      condition.withLock {
        self.decoder = decoder
        if isStopped { decoder.stop() }
      }
      try decoder.open()
      while let item = try decoder.next() {
        guard case .frame(let frame) = item else { continue }
        let output = AVAssetFrame(
          pixelBuffer: frame.buffer, time: frame.time, duration: frame.duration, geometry: geometry)
        if !enqueue(output) { break }
      }
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    let (consumer, answer) = condition.withLock {
      defer { self.consumer = nil }
      let answer = isStopped ? .failure(CancellationError()) : outcome
      self.outcome = answer
      return (self.consumer, answer)
    }
    consumer?.resume(with: answer.map { nil })
  }

  /// Waits for space and adds a frame. Returns false after `stop`.
  private func enqueue(_ frame: AVAssetFrame) -> Bool {
    condition.lock()
    while waiting.count >= Self.depth, !isStopped { condition.wait() }
    let (isActive, continuation) = (!isStopped, consumer)
    if isActive {
      consumer = nil
      if continuation == nil { waiting.append(frame) }
    }
    condition.unlock()
    if isActive { continuation?.resume(returning: frame) }
    return isActive
  }
}
