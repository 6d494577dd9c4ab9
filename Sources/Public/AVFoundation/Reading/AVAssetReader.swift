import CoreMedia
import Foundation
import Synchronization

/// Gives the samples of an asset, one after another, to who asks for them: images as pixel buffers, or packets.
///
/// Each output reads the file by itself, on a thread of its own, a few samples ahead: outputs may be read in any order,
/// or left alone, and memory does not grow. A reader reads once. May be used from any thread, an output by one at a
/// time.
public final class AVAssetReader: @unchecked Sendable {
  /// How far a reader is.
  public enum Status: Int, Sendable {
    /// Nothing was asked yet.
    case unknown = 0
    /// It reads.
    case reading = 1
    /// All outputs have given all of their samples.
    case completed = 2
    /// It has ended with an error.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  private struct State {
    var status = Status.unknown
    var error: (any Error)?
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
    /// How many outputs have not given all.
    var running = 0
    /// Why an output was not taken.
    var refusal: AVError?
  }

  /// What is read.
  public let asset: AVAsset
  private let state = Mutex(State())

  /// A reader of an asset. Reads its header, on this thread.
  ///
  /// - Throws: an ``AVError`` where the file cannot be read.
  public init(asset: AVAsset) throws {
    self.asset = asset
    _ = try asset.facts()
  }

  deinit { for output in outputs { output.stop() } }

  /// How far it is.
  public var status: Status { state.withLock { $0.status } }
  /// Why it failed: an ``AVError``, or what a composition's handler said.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// What gives samples.
  public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// What of the asset is read: images whose times are in it, and sound that is heard in it. All of it at first.
  ///
  /// Packets of images begin with the key frame before it; those that are not shown say so
  /// (`kCMSampleAttachmentKey_DoNotDisplay`). What is set after the start counts for nothing.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.range } }
    set {
      let isTaken = state.withLock { state in
        if state.status == .unknown { state.range = newValue }
        return state.status == .unknown
      }
      if !isTaken { note("a reader's range was set after it has started, which changes nothing") }
    }
  }

  /// True where `add` takes it.
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool { refusal(of: output) == nil }

  /// Adds an output, before the start. One that cannot be added makes `startReading` fail, with the reason.
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
        .operationNotAllowed, "outputs are added before startReading; make a new reader", url: asset.source)
    }
    if output.hasReader {
      return AVError(.operationNotAllowed, "the output belongs to a reader; make a new one", url: asset.source)
    }
    return output.refusal(by: asset)?.at(asset.source)
  }

  /// Begins to read. Returns at once: what is wrong with the file, the outputs find out.
  ///
  /// - Returns: false where it cannot begin; `error` says why.
  @discardableResult
  public func startReading() -> Bool {
    let begins = state.withLock { state in
      if state.status != .unknown { return false }
      var refusal = state.refusal
      if refusal == nil, state.outputs.isEmpty {
        refusal = AVError(.operationNotAllowed, "nobody reads: add an output before startReading", url: asset.source)
      }
      let range = state.range
      if refusal == nil, !range.isValid || !range.start.isNumeric {
        refusal = AVError(
          .operationNotSupportedForAsset, "\(range) is no range of times; its start must be a number",
          url: asset.source)
      }
      (state.status, state.error) = (refusal == nil ? .reading : .failed, refusal)
      state.running = state.outputs.count
      return refusal == nil
    }
    if !begins {
      if error == nil { note("a reader reads once; startReading changes nothing now") }
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

  /// Ends it: outputs give no more. What is decoded now is waited for by nobody.
  public func cancelReading() {
    let outputs = state.withLock { state -> [AVAssetReaderOutput] in
      guard state.status == .reading || state.status == .unknown else { return [] }
      state.status = .cancelled
      return state.outputs
    }
    for output in outputs { output.stop() }
  }

  /// An output has given all.
  func hasEnded() {
    state.withLock { state in
      state.running -= 1
      if state.running == 0, state.status == .reading { state.status = .completed }
    }
  }

  /// An output has failed: the first one says why for all.
  func end(with error: any Error) {
    let outputs = state.withLock { state -> [AVAssetReaderOutput] in
      guard state.status == .reading else { return [] }
      (state.status, state.error) = (.failed, error)
      return state.outputs
    }
    for output in outputs { output.stop() }
  }
}
