import CoreMedia
import Foundation
import Synchronization

/// A reader of an asset's samples: frames as pixel buffers, PCM audio, or packets.
///
/// Each output reads the file separately, on its own thread, a few samples ahead. So outputs may be read in any order
/// or not at all, with constant memory. A reader reads once. It may be used from any thread, an output by one thread at
/// a time.
public final class AVAssetReader: @unchecked Sendable {
  /// The state of a reader.
  public enum Status: Int, Sendable {
    /// Reading has not been started.
    case unknown = 0
    /// The reader is reading.
    case reading = 1
    /// All outputs have returned all of their samples.
    case completed = 2
    /// Reading ended with an error.
    case failed = 3
    /// Reading was cancelled.
    case cancelled = 4
  }

  private struct State {
    var status = Status.unknown
    var error: (any Error)?
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
    /// The number of outputs that have samples left.
    var running = 0
    /// The reason why an output could not be added.
    var refusal: AVError?
  }

  /// The asset that is read.
  public let asset: AVAsset
  private let state = Mutex(State())

  /// Creates a reader of an asset. Reads its header on the calling thread.
  ///
  /// - Throws: an ``AVError`` if the file cannot be read.
  public init(asset: AVAsset) throws {
    self.asset = asset
    _ = try asset.facts()
  }

  deinit { for output in outputs { output.stop() } }

  /// The state of the reader.
  public var status: Status { state.withLock { $0.status } }
  /// The error of a failed reader: an ``AVError``, or the error of a composition's handler.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// The outputs that return samples.
  public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// The range that is read: frames whose times are in it, and sound that overlaps it. The whole asset by default.
  ///
  /// Video packets begin with the key frame before the range. Packets that are not shown are marked by
  /// `kCMSampleAttachmentKey_DoNotDisplay`. Setting the range after the start has no effect.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.range } }
    set {
      let isAccepted = state.withLock { state in
        if state.status == .unknown { state.range = newValue }
        return state.status == .unknown
      }
      if !isAccepted { note("a reader's time range was set after the start, which has no effect") }
    }
  }

  /// Returns whether `add` accepts the output.
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool { refusal(of: output) == nil }

  /// Adds an output before the start. If it cannot be added, `startReading` fails with the reason.
  public func add(_ output: AVAssetReaderOutput) {
    if let refusal = refusal(of: output) {
      state.withLock { $0.refusal = $0.refusal ?? refusal }
      return
    }
    output.belong(to: self)
    state.withLock { $0.outputs.append(output) }
  }

  private func refusal(of output: AVAssetReaderOutput) -> AVError? {
    if status != .unknown {
      return AVError(
        .operationNotAllowed, "outputs must be added before startReading; create a new reader", url: asset.source)
    }
    if output.hasReader {
      return AVError(.operationNotAllowed, "the output belongs to a reader; create a new output", url: asset.source)
    }
    return output.refusal(by: asset)?.at(asset.source)
  }

  /// Starts reading and returns immediately. Errors of the file are reported by the outputs.
  ///
  /// - Returns: false if reading cannot start; `error` has the reason.
  @discardableResult
  public func startReading() -> Bool {
    let begins = state.withLock { state in
      if state.status != .unknown { return false }
      var refusal = state.refusal
      if refusal == nil, state.outputs.isEmpty {
        refusal = AVError(
          .operationNotAllowed, "the reader has no outputs; add one before startReading", url: asset.source)
      }
      let range = state.range
      if refusal == nil, !range.isValid || !range.start.isNumeric {
        refusal = AVError(
          .operationNotSupportedForAsset, "\(range) is not a valid time range; its start must be a number",
          url: asset.source)
      }
      (state.status, state.error) = (refusal == nil ? .reading : .failed, refusal)
      state.running = state.outputs.count
      return refusal == nil
    }
    if !begins {
      if error == nil { note("a reader reads once; a further startReading has no effect") }
      return false
    }
    do {
      for output in outputs { try output.start(in: timeRange) }
      return true
    } catch {
      end(with: error)
      return false
    }
  }

  /// Cancels reading: outputs return no more samples. Does not wait for decoding in progress.
  public func cancelReading() {
    let outputs = state.withLock { state -> [AVAssetReaderOutput] in
      guard state.status == .reading || state.status == .unknown else { return [] }
      state.status = .cancelled
      return state.outputs
    }
    for output in outputs { output.stop() }
  }

  /// Records that an output has returned all of its samples.
  func hasEnded() {
    state.withLock { state in
      state.running -= 1
      if state.running == 0, state.status == .reading { state.status = .completed }
    }
  }

  /// Records the failure of an output. The first error is that of the reader.
  func end(with error: any Error) {
    let outputs = state.withLock { state -> [AVAssetReaderOutput] in
      guard state.status == .reading else { return [] }
      (state.status, state.error) = (.failed, error)
      return state.outputs
    }
    for output in outputs { output.stop() }
  }
}
