import CoreMedia
import Foundation
import Synchronization

/// Writes an asset to a file, its frames filtered by a composition, its sound as it is, or encoded anew where the kind
/// of file does not take that; or passes on what there is, without decoding it.
///
/// A session runs once. Frames keep the times of the source, and the output is tagged with the colours that its codes
/// have. The file appears under its name when it is whole: until then it is `.NAME.part` beside it, which goes when the
/// export fails or is cancelled. May be used from any thread.
public final class AVAssetExportSession: Sendable {
  /// How far a session is.
  public enum Status: Int, Sendable {
    /// Nothing was asked yet.
    case unknown = 0
    /// It will begin.
    case waiting = 1
    /// It writes.
    case exporting = 2
    /// The file is there.
    case completed = 3
    /// It has ended with an error.
    case failed = 4
    /// It was cancelled.
    case cancelled = 5
  }

  /// What `states(updateInterval:)` gives.
  public enum State: Sendable {
    /// Nothing was asked yet.
    case pending
    /// It will begin.
    case waiting
    /// It writes; `fractionCompleted` is the share that is written.
    case exporting(progress: Progress)
  }

  private struct Progressing: @unchecked Sendable {
    var wishes = ExportOptions()
    var status = Status.unknown
    var error: (any Error)?
    /// While it runs: it has files open.
    var job: (any RunningExport)?
    var progress = 0.0
    var statistics = ExportStatistics()
    var isCancelled = false
  }

  /// Where headers are read from the disk, which no thread of Swift's waits for.
  static let starting = DispatchQueue(label: "AVFoundation.export", attributes: .concurrent)

  /// What is exported.
  public let asset: AVAsset
  /// One of the `AVAssetExportPreset` names.
  public let presetName: String
  private let preset: ExportKind
  private let state = Mutex(Progressing())

  /// A session; nil for presets that are not known.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportKind.all[presetName] else { return nil }
    (self.asset, self.presetName, self.preset) = (asset, presetName, preset)
  }

  /// The presets that an asset may be exported by; none where it cannot be read.
  public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    allExportPresets().filter { ExportKind.all[$0]?.isCompatible(with: asset, nil) == true }
  }

  /// Whether an asset may be exported by a preset into a kind of file; nil: into any. Reads the asset's header.
  public class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      determineCompatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// The same; `handler` is called on a thread of the module's.
  public class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    // Headers are read from the disk.
    starting.async { handler(ExportKind.all[presetName]?.isCompatible(with: asset, outputFileType) == true) }
  }

  /// The names of all presets.
  public class func allExportPresets() -> [String] { ExportKind.all.keys.sorted() }

  /// Where the file goes. There must be none yet.
  public var outputURL: URL? {
    get { state.withLock { $0.wishes.url } }
    set { state.withLock { $0.wishes.url = newValue } }
  }
  /// The kind of file.
  public var outputFileType: AVFileType? {
    get { state.withLock { $0.wishes.fileType } }
    set { state.withLock { $0.wishes.fileType = newValue } }
  }
  /// The kinds of files that the preset can write.
  public var supportedFileTypes: [AVFileType] { preset.fileTypes }
  /// What of the asset is exported: frames whose times are in it, and sound by whole packets where it is
  /// passed on. All of it at first.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.wishes.range } }
    set { state.withLock { $0.wishes.range = newValue } }
  }
  /// What filters the frames; nil: nothing does. Its fields are taken as they are when the export begins.
  public var videoComposition: AVVideoComposition? {
    get { state.withLock { $0.wishes.composition } }
    set { state.withLock { $0.wishes.composition = newValue } }
  }
  /// How loud tracks of sound are over time; nil: as they are. What it says when it is set counts. Tracks
  /// that it changes are encoded anew, where that can be by their own codec; presets that decode nothing refuse it.
  public var audioMix: AVAudioMix? {
    get { state.withLock { $0.wishes.audioMix } }
    set { state.withLock { $0.wishes.audioMix = newValue } }
  }
  /// True to put what players need first in front, of .mp4 and .mov.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.wishes.startsFast } }
    set { state.withLock { $0.wishes.startsFast = newValue } }
  }
  /// What the file is to say of itself; nil: what the source says of its title, artist, comment, copyright and date.
  public var metadata: [AVMetadataItem]? {
    get { state.withLock { $0.wishes.metadata } }
    set { state.withLock { $0.wishes.metadata = newValue } }
  }
  /// Bytes after which the video ends, however long the source is; 0: it has no limit. Images that the encoder holds
  /// then are still written, so the file may be larger by these.
  public var fileLengthLimit: Int64 {
    get { state.withLock { $0.wishes.byteLimit } }
    set { state.withLock { $0.wishes.byteLimit = newValue } }
  }
  /// Whether the source may be read more than once. It is read once here, whatever this says: the presets' encoders
  /// take the bits that images need and not a number of them.
  public var canPerformMultiplePassesOverSourceMediaData: Bool {
    get { state.withLock { $0.wishes.allowsMorePasses } }
    set { state.withLock { $0.wishes.allowsMorePasses = newValue } }
  }
  /// How far it is.
  public var status: Status { state.withLock { $0.status } }
  /// Why it failed: an ``AVError``, or what the handler said.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// The share that is written, 0 to 1; never falls, and 1 only when the file is there.
  public var progress: Float { Float(state.withLock { $0.job?.progress ?? $0.progress }) }

  func estimate() throws(AVError) -> ExportEstimate {
    try ExportEstimate(of: asset, preset, state.withLock { $0.wishes })
  }

  /// What it took so far.
  package var statistics: ExportStatistics { state.withLock { $0.job?.statistics ?? $0.statistics } }

  /// What is written in place of what the preset says; nil: what that says. Before the export begins.
  package var encoding: ExportEncoding? {
    get { state.withLock { $0.wishes.encoding } }
    set { state.withLock { $0.wishes.encoding = newValue } }
  }

  /// Begins the export and returns; `handler` is called once when it has ended, on a thread of the session's.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    begin { _ in handler() }
  }

  /// Exports; `status` and `error` say what came of it. Cancelling the task that awaits this cancels the export.
  public func export() async { try? await result() }

  /// Exports to a file.
  ///
  /// - Throws: an ``AVError``, or what the handler said; `CancellationError` when cancelled.
  public func export(to url: URL, as fileType: AVFileType) async throws {
    (outputURL, outputFileType) = (url, fileType)
    try await result()
  }

  /// Ends the export, as soon as the work on one frame allows.
  public func cancelExport() {
    let job = state.withLock { state in
      state.isCancelled = true
      return state.job
    }
    job?.cancel()
  }

  /// How far it is, again and again until it has ended.
  ///
  /// - Parameter updateInterval: seconds from one look to the next.
  public func states(updateInterval: TimeInterval = .infinity) -> some AsyncSequence<State, Never>
    & Sendable
  {
    let pause = Duration.seconds(min(max(updateInterval, 0.01), 3600))
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
      let task = Task { [self] in
        while !Task.isCancelled {
          switch status {
          case .unknown: stream.yield(.pending)
          case .waiting: stream.yield(.waiting)
          case .exporting:
            let shown = Progress(totalUnitCount: 1000)
            shown.completedUnitCount = Int64(progress * 1000)
            stream.yield(.exporting(progress: shown))
          case .completed, .failed, .cancelled:
            stream.finish()
            return
          }
          // Short steps, so that the end is seen.
          let next = ContinuousClock.now + pause
          while ContinuousClock.now < next, ![.completed, .failed, .cancelled].contains(status),
            !Task.isCancelled
          {
            try? await Task.sleep(for: .milliseconds(10))
          }
        }
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  private func result() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin { continuation.resume(with: $0) }
      }
    } onCancel: {
      cancelExport()
    }
  }

  private func begin(_ end: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let wishes: ExportOptions? = state.withLock { state in
      guard state.status == .unknown else { return nil }
      state.status = .waiting
      return state.wishes
    }
    guard let wishes else {
      end(
        .failure(AVError(.sessionNotRunning, "a session runs once; make a new one", url: outputURL))
      )
      return
    }
    // Headers are read from the disk.
    Self.starting.async { [self] in
      do {
        let job = try preset.export(of: asset, wishes)
        let isCancelled = state.withLock { state in
          (state.job, state.status) = (job, .exporting)
          return state.isCancelled
        }
        if isCancelled { job.cancel() }
        job.start { self.finish($0, end) }
      } catch {
        finish(.failure(error), end)
      }
    }
  }

  private func finish(_ result: Result<Void, any Error>, _ end: (Result<Void, any Error>) -> Void) {
    let answer: Result<Void, any Error> = state.withLock { state in
      let reached = state.job?.reached
      (state.progress, state.statistics) = (state.job?.progress ?? 0, state.job?.statistics ?? state.statistics)
      state.job = nil
      switch result {
      case .success:
        state.status = .completed
        return result
      case .failure where state.isCancelled:
        (state.status, state.error) = (
          .cancelled, AVError(.operationCancelled, "cancelled", url: state.wishes.url, time: reached)
        )
        return .failure(CancellationError())
      case .failure(let error):
        (state.status, state.error) = (.failed, error)
        return result
      }
    }
    end(answer)
  }
}
