import CVideo
import CoreMedia
import Foundation
import Synchronization

/// A writer of a video file from an app's samples.
///
/// A writer writes once, on its own thread. The output is written to a hidden file of the same folder and renamed when
/// it is complete. That file is removed if the writer fails or is cancelled. May be used from any thread.
public final class AVAssetWriter: @unchecked Sendable {
  /// The state of a writer.
  public enum Status: Int, Sendable {
    /// Writing has not been started.
    case unknown = 0
    /// The writer accepts samples.
    case writing = 1
    /// The file is complete.
    case completed = 2
    /// Writing ended with an error.
    case failed = 3
    /// Writing was cancelled.
    case cancelled = 4
  }

  private struct State {
    var status = Status.unknown
    var error: (any Error)?
    var inputs: [AVAssetWriterInput] = []
    /// The reason why an input could not be added.
    var refusal: AVError?
    var startsFast = false
    var partialName: String?
    var job: WriterJob?
    var isFinishing = false
    /// The handlers to be called at the end.
    var waiting: [@Sendable () -> Void] = []
  }

  /// The location of the output.
  public let outputURL: URL
  /// The type of the output file.
  public let outputFileType: AVFileType
  private let container: String
  private let state = Mutex(State())

  /// Creates a writer of a file. Nothing is written yet.
  ///
  /// - Throws: an ``AVError`` if the file already exists or its type is not supported.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard outputURL.isFileURL, let container = outputFileType.container else {
      let kinds = [AVFileType.mp4, .mov, .m4v, .mkv].map(\.rawValue).joined(separator: ", ")
      throw AVError(
        .operationNotSupportedForAsset,
        "\(outputFileType.rawValue) is not supported at this URL; supported are \(kinds)",
        url: outputURL)
    }
    if FileManager.default.fileExists(atPath: outputURL.path) {
      throw AVError(
        .fileAlreadyExists, "the file already exists; remove it, or choose another name", url: outputURL)
    }
    (self.outputURL, self.outputFileType, self.container) = (outputURL, outputFileType, container)
  }

  /// Creates a writer of a file, as `init(outputURL:fileType:)`.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  // The thread retains neither the writer nor its inputs.
  deinit {
    state.withLock { $0.job }?.queue.fail(
      AVError(.operationCancelled, "the writer was released before the end", url: outputURL))
  }

  /// The state of the writer.
  public var status: Status { state.withLock { $0.status } }
  /// The error of a failed writer: an ``AVError``.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// The inputs that accept samples.
  public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }
  /// Whether the index of .mp4 and .mov files is written before the samples. Must be set before the start.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.startsFast } }
    set { state.withLock { $0.startsFast = newValue } }
  }

  /// The name of the output in its folder until it is complete; nil for a unique one. Must be set before the start.
  package var partialName: String? {
    get { state.withLock { $0.partialName } }
    set { state.withLock { $0.partialName = newValue } }
  }

  /// Returns whether `add` accepts the input.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { refusal(of: input) == nil }

  /// Adds an input before the start. If it cannot be added, `startWriting` fails with the reason.
  public func add(_ input: AVAssetWriterInput) {
    if let refusal = refusal(of: input) {
      state.withLock { $0.refusal = $0.refusal ?? refusal }
      return
    }
    input.belong()
    state.withLock { $0.inputs.append(input) }
  }

  private func refusal(of input: AVAssetWriterInput) -> AVError? {
    if status != .unknown {
      return AVError(
        .operationNotAllowed, "inputs must be added before startWriting; create a new writer", url: outputURL)
    }
    if input.hasWriter {
      return AVError(.operationNotAllowed, "the input belongs to a writer; create a new input", url: outputURL)
    }
    do throws(AVError) {
      guard let settings = input.outputSettings else {
        _ = try input.packetParameters()
        return nil
      }
      let encoder: String
      switch input.mediaType {
      case .audio: encoder = try SoundSettings(settings, input.sourceFormatHint).encoding.encoder
      case .video:
        if inputs.contains(where: { $0.mediaType == .video && $0.outputSettings != nil }) {
          throw AVError(
            .incorrectlyConfigured,
            "only one video input can be encoded; others copy packets, with outputSettings nil")
        }
        encoder = try VideoSettings(settings, input.sourceFormatHint).encoder
      default:
        throw AVError(
          .incorrectlyConfigured,
          "\(input.mediaType.rawValue) cannot be encoded; copy packets, with outputSettings nil and a sourceFormatHint")
      }
      guard vd_container_takes(container, encoder) else {
        throw AVError(
          .incorrectlyConfigured,
          "\(outputFileType.rawValue) does not support the encoder \(encoder); choose another codec, or .mkv")
      }
      return nil
    } catch {
      return error.at(outputURL)
    }
  }

  /// Creates the file. From now on samples are accepted.
  ///
  /// - Returns: false if that fails; `error` has the reason, and no file remains.
  @discardableResult
  public func startWriting() -> Bool {
    let (inputs, startsFast) = state.withLock { ($0.inputs, $0.startsFast) }
    let isFirst = state.withLock { state in
      defer { if state.status == .unknown { state.status = .writing } }
      return state.status == .unknown
    }
    if !isFirst {
      note("a writer writes once; a further startWriting has no effect")
      return false
    }
    do {
      if let refusal = state.withLock({ $0.refusal }) { throw refusal }
      if inputs.isEmpty {
        throw AVError(.operationNotAllowed, "the writer has no inputs; add one before startWriting", url: outputURL)
      }
      try begin(inputs, startsFast)
      return true
    } catch {
      fail(error)
      return false
    }
  }

  private func begin(_ inputs: [AVAssetWriterInput], _ startsFast: Bool) throws(AVError) {
    let file = try OutputFile(outputURL, container: container, partialName: partialName)
    var preparers: [AVAssetWriterInput.Preparer] = []
    for input in inputs { preparers.append(try input.preparer(in: file, container)) }
    try file.begin(startsFast: startsFast)
    let encodings = preparers.compactMap { preparer in
      if case .images(let preparer) = preparer { preparer.encoding } else { nil }
    }
    let weakInputs = inputs.map { WeakInput(input: $0) }
    let job = WriterJob(file, WriterQueue { weakInputs[$0].input?.request() }, encodings.first)
    state.withLock { $0.job = job }
    job.begin { [weak self] result in
      for input in weakInputs { input.input?.end() }
      self?.hasEnded(result)
    }
    for (index, input) in inputs.enumerated() {
      input.begin(preparers[index], job, index) { [weak self] error in self?.fail(error) }
    }
  }

  /// Starts the session: the video begins at this time of the samples, and earlier frames are omitted.
  public func startSession(atSourceTime startTime: CMTime) {
    guard let job = state.withLock({ $0.job }) else {
      note("startSession(atSourceTime:) has no effect before startWriting")
      return
    }
    if !startTime.isNumeric {
      fail(
        AVError(.operationNotAllowed, "the session's start must be a numeric time (got \(startTime))", url: outputURL))
    } else if !job.startSession(at: startTime) {
      fail(AVError(.operationNotAllowed, "a session was already started; a writer has only one", url: outputURL))
    }
  }

  /// Ends the session: the video ends at this time of the samples, until which the last frame is shown. Later frames
  /// are omitted, unless they are already encoded.
  public func endSession(atSourceTime endTime: CMTime) { state.withLock { $0.job }?.endSession(at: endTime) }

  /// Finishes the file. `status` is then completed or failed.
  public func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }

  /// Finishes the file. Calls `handler` once, on a thread of the writer.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    let (job, isFirst) = state.withLock { state -> (WriterJob?, Bool) in
      guard let job = state.job else { return (nil, false) }
      state.waiting.append(handler)
      defer { state.isFinishing = true }
      return (job, !state.isFinishing)
    }
    guard let job else {
      // A writer that has ended does not change.
      fail(
        AVError(
          .operationNotAllowed, "there is nothing to finish; call startWriting first", url: outputURL))
      DispatchQueue.global().async(execute: handler)
      return
    }
    if !isFirst { return }
    for input in inputs { input.markAsFinished() }
    if job.start == nil {
      // Without a session the file would be empty.
      job.queue.fail(
        AVError(
          .operationNotAllowed, "no session was started; call startSession(atSourceTime:) before appending samples",
          url: outputURL))
    } else {
      job.queue.complete()
    }
  }

  /// Cancels writing and waits until the file is removed, at most for the work on one frame.
  public func cancelWriting() {
    let ended = DispatchSemaphore(value: 0)
    let job = state.withLock { state -> WriterJob? in
      guard state.status == .writing || state.status == .unknown else { return nil }
      state.status = .cancelled
      if state.job != nil { state.waiting.append { ended.signal() } }
      return state.job
    }
    guard let job else { return }
    job.queue.fail(AVError(.operationCancelled, "writing was cancelled", url: outputURL))
    ended.wait()
  }

  /// Fails with the first error. The thread ends and removes the file.
  private func fail(_ error: any Error) {
    let job = state.withLock { state -> WriterJob? in
      guard state.status == .writing || state.status == .unknown else { return nil }
      (state.status, state.error) = (.failed, (error as? AVError)?.at(outputURL) ?? error)
      return state.job
    }
    job?.queue.fail(error)
  }

  private func hasEnded(_ result: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      if state.status == .writing {
        switch result {
        case .success: state.status = .completed
        case .failure(let error): (state.status, state.error) = (.failed, error)
        }
      }
      state.job = nil
      defer { state.waiting = [] }
      return state.waiting
    }
    for handler in waiting { handler() }
  }
}

/// A weak reference of the writing thread to an input.
private struct WeakInput: @unchecked Sendable {
  weak var input: AVAssetWriterInput?
}
