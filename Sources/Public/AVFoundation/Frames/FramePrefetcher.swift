import CoreMedia
import Foundation

/// Decodes on a thread of its own, a few images ahead of who takes them.
final class FramePrefetcher: @unchecked Sendable {
  /// Images that wait.
  private static let depth = 4

  private let condition = NSCondition()
  private var waiting: [AVAssetFrame] = []
  private var outcome: Result<Void, any Error>?
  private var taker: CheckedContinuation<AVAssetFrame?, any Error>?
  private var isStopped = false
  private var decoder: FrameDecoder?

  /// - Parameter make: called on the thread: reading a header takes as long as the disk does.
  init(_ make: @escaping @Sendable () throws -> (FrameDecoder, FrameGeometry)) {
    let thread = Thread { self.run(make) }
    thread.name = "AVFoundation.decode"
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Ends the thread, as soon as the image that is decoded now allows.
  func stop() {
    condition.withLock {
      isStopped = true
      waiting = []
      condition.broadcast()
      decoder?.stop()
    }
  }

  /// The next image; nil behind the last one. For one caller at a time.
  ///
  /// - Throws: `CancellationError` in a cancelled task, which ends the thread as well.
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
      taker = continuation
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
        let given = AVAssetFrame(
          pixelBuffer: frame.buffer, time: frame.time, duration: frame.duration, geometry: geometry)
        if !give(given) { break }
      }
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    let (taker, answer) = condition.withLock {
      defer { self.taker = nil }
      let answer = isStopped ? .failure(CancellationError()) : outcome
      self.outcome = answer
      return (self.taker, answer)
    }
    taker?.resume(with: answer.map { nil })
  }

  /// Waits for room. False when nobody wants more.
  private func give(_ frame: AVAssetFrame) -> Bool {
    condition.lock()
    while waiting.count >= Self.depth, !isStopped { condition.wait() }
    let (isWanted, direct) = (!isStopped, taker)
    if isWanted {
      taker = nil
      if direct == nil { waiting.append(frame) }
    }
    condition.unlock()
    if isWanted { direct?.resume(returning: frame) }
    return isWanted
  }
}
