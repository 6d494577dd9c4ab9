import CVideo
import CoreMedia
import Foundation
import Synchronization

/// Writes a video of samples that an app gives.
///
/// A writer writes once, on a thread of its own. The file appears under its name when it is whole: until then it is
/// `.NAME.part` beside it, which goes when the writer fails or is cancelled. May be used from any thread.
public final class AVAssetWriter: @unchecked Sendable {
  /// How far a writer is.
  public enum Status: Int, Sendable {
    /// Nothing was asked yet.
    case unknown = 0
    /// It takes samples.
    case writing = 1
    /// The file is there.
    case completed = 2
    /// It has ended with an error.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  private struct State {
    var status = Status.unknown
    var error: (any Error)?
    var inputs: [AVAssetWriterInput] = []
    /// Why an input was not taken.
    var refusal: AVError?
    var startsFast = false
    var job: WriterJob?
    var isFinishing = false
    /// Waits for the end.
    var waiting: [@Sendable () -> Void] = []
  }

  /// Where the file goes.
  public let outputURL: URL
  /// The kind of file.
  public let outputFileType: AVFileType
  private let container: String
  private let state = Mutex(State())

  /// A writer of a file. Nothing is written yet.
  ///
  /// - Throws: an ``AVError`` where there is a file already, and for kinds of files that are not written here.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard outputURL.isFileURL, let container = outputFileType.container else {
      let kinds = [AVFileType.mp4, .mov, .m4v, .mkv].map(\.rawValue).joined(separator: ", ")
      throw AVError(
        .operationNotSupportedForAsset, "\(outputFileType.rawValue) is asked; files of \(kinds) are written",
        url: outputURL)
    }
    if FileManager.default.fileExists(atPath: outputURL.path) {
      throw AVError(
        .fileAlreadyExists, "it is there already; remove it, or choose another name", url: outputURL)
    }
    (self.outputURL, self.outputFileType, self.container) = (outputURL, outputFileType, container)
  }

  /// The same.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  // The thread holds neither writer nor inputs.
  deinit {
    state.withLock { $0.job }?.line.fail(AVError(.operationCancelled, "nobody holds the writer", url: outputURL))
  }

  /// How far it is.
  public var status: Status { state.withLock { $0.status } }
  /// Why it failed: an ``AVError``.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// What takes samples.
  public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }
  /// True to put what players need first in front, of .mp4 and .mov. Set before the start.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.startsFast } }
    set { state.withLock { $0.startsFast = newValue } }
  }

  /// True where `add` takes it.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { refusal(of: input) == nil }

  /// Adds an input, before the start. One that cannot be added makes `startWriting` fail, with the reason.
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
      return AVError(.operationNotAllowed, "inputs are added before startWriting; make a new writer", url: outputURL)
    }
    if input.hasWriter {
      return AVError(.operationNotAllowed, "the input belongs to a writer; make a new one", url: outputURL)
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
            .incorrectlyConfigured, "one input of images is encoded; others pass packets on: outputSettings nil")
        }
        encoder = try VideoSettings(settings, input.sourceFormatHint).encoder
      default:
        throw AVError(
          .incorrectlyConfigured,
          "\(input.mediaType.rawValue) is not encoded here; outputSettings nil and a sourceFormatHint pass packets on")
      }
      guard vd_container_takes(container, encoder) else {
        throw AVError(
          .incorrectlyConfigured,
          "\(outputFileType.rawValue) does not take what \(encoder) makes; choose another codec, or .mkv")
      }
      return nil
    } catch {
      return error.at(outputURL)
    }
  }

  /// Makes the file, and takes samples from now on.
  ///
  /// - Returns: false where it cannot; `error` says why, and nothing is left.
  @discardableResult
  public func startWriting() -> Bool {
    let (inputs, startsFast) = state.withLock { ($0.inputs, $0.startsFast) }
    let isFirst = state.withLock { state in
      defer { if state.status == .unknown { state.status = .writing } }
      return state.status == .unknown
    }
    if !isFirst {
      note("a writer writes once; startWriting changes nothing now")
      return false
    }
    do {
      if let refusal = state.withLock({ $0.refusal }) { throw refusal }
      if inputs.isEmpty {
        throw AVError(.operationNotAllowed, "nothing to write: add an input before startWriting", url: outputURL)
      }
      try begin(inputs, startsFast)
      return true
    } catch {
      fail(error)
      return false
    }
  }

  private func begin(_ inputs: [AVAssetWriterInput], _ startsFast: Bool) throws(AVError) {
    let file = try OutputFile(outputURL, container: container)
    var lanes: [AVAssetWriterInput.Lane] = []
    for input in inputs { lanes.append(try input.lane(in: file, container)) }
    try file.begin(startsFast: startsFast)
    let encodings = lanes.compactMap { lane in if case .images(let lane) = lane { lane.encoding } else { nil } }
    let taking = inputs.map { WeakInput(input: $0) }
    let job = WriterJob(file, WriterQueue { taking[$0].input?.request() }, encodings.first)
    state.withLock { $0.job = job }
    job.begin { [weak self] result in
      for input in taking { input.input?.end() }
      self?.hasEnded(result)
    }
    for (index, input) in inputs.enumerated() {
      input.begin(lanes[index], job, index) { [weak self] error in self?.fail(error) }
    }
  }

  /// The video begins at this time of the samples: images before it are left out.
  public func startSession(atSourceTime startTime: CMTime) {
    guard let job = state.withLock({ $0.job }) else {
      note("startSession(atSourceTime:) comes behind startWriting, and changes nothing before")
      return
    }
    if !startTime.isNumeric {
      fail(AVError(.operationNotAllowed, "\(startTime) is no time; a session starts at a number", url: outputURL))
    } else if !job.startSession(at: startTime) {
      fail(AVError(.operationNotAllowed, "a second session; a writer has one", url: outputURL))
    }
  }

  /// The video ends at this time of the samples: so long is the last image shown. Images behind it are left out
  /// where they are not encoded yet.
  public func endSession(atSourceTime endTime: CMTime) { state.withLock { $0.job }?.endSession(at: endTime) }

  /// Finishes the file: `status` is completed then, or failed.
  public func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }

  /// Finishes the file; `handler` is called once, on a thread of the writer's.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    let (job, isFirst) = state.withLock { state -> (WriterJob?, Bool) in
      guard let job = state.job else { return (nil, false) }
      state.waiting.append(handler)
      defer { state.isFinishing = true }
      return (job, !state.isFinishing)
    }
    guard let job else {
      // Of a writer that has ended nothing changes.
      fail(
        AVError(
          .operationNotAllowed, "nothing is written that could be finished; startWriting comes first", url: outputURL))
      DispatchQueue.global().async(execute: handler)
      return
    }
    if !isFirst { return }
    for input in inputs { input.markAsFinished() }
    if job.start == nil {
      // A file without a session would hold nothing.
      job.line.fail(
        AVError(
          .operationNotAllowed, "no session; startSession(atSourceTime:) comes before samples", url: outputURL))
    } else {
      job.line.complete()
    }
  }

  /// Ends it, and waits until the file is gone: as long as the work on one image takes.
  public func cancelWriting() {
    let gone = DispatchSemaphore(value: 0)
    let job = state.withLock { state -> WriterJob? in
      guard state.status == .writing || state.status == .unknown else { return nil }
      state.status = .cancelled
      if state.job != nil { state.waiting.append { gone.signal() } }
      return state.job
    }
    guard let job else { return }
    job.line.fail(AVError(.operationCancelled, "cancelled", url: outputURL))
    gone.wait()
  }

  /// The first error says why; the thread ends, and takes the file along.
  private func fail(_ error: any Error) {
    let job = state.withLock { state -> WriterJob? in
      guard state.status == .writing || state.status == .unknown else { return nil }
      (state.status, state.error) = (.failed, (error as? AVError)?.at(outputURL) ?? error)
      return state.job
    }
    job?.line.fail(error)
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
    for wait in waiting { wait() }
  }
}

/// An input as the thread that writes knows it.
private struct WeakInput: @unchecked Sendable {
  weak var input: AVAssetWriterInput?
}
