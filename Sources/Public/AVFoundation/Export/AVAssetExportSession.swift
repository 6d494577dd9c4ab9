import CoreMedia
import Foundation
import Synchronization

/// A session that exports an asset to a file. It filters frames by a composition, and copies sound, or encodes it if
/// the container does not support its codec. Presets without encoding copy all packets.
///
/// A session runs once. Frames keep the times of the source, and the output is tagged with the colours of its samples.
/// The output is written to a hidden file of the same folder and renamed when it is complete. The partial file is
/// removed if the export fails or is cancelled. May be used from any thread.
public final class AVAssetExportSession: Sendable {
  /// The state of a session.
  public enum Status: Int, Sendable {
    /// The export has not been started.
    case unknown = 0
    /// The export is about to begin.
    case waiting = 1
    /// The export is running.
    case exporting = 2
    /// The file is complete.
    case completed = 3
    /// The export ended with an error.
    case failed = 4
    /// The export was cancelled.
    case cancelled = 5
  }

  /// A state in the sequence of `states(updateInterval:)`.
  public enum State: Sendable {
    /// The export has not been started.
    case pending
    /// The export is about to begin.
    case waiting
    /// The export is running; `fractionCompleted` is the fraction that is written.
    case exporting(progress: Progress)
  }

  private struct Progressing: @unchecked Sendable {
    var options = ExportOptions()
    var status = Status.unknown
    var error: (any Error)?
    /// The running export, which has open files.
    var job: (any RunningExport)?
    var progress = 0.0
    var statistics = ExportStatistics()
    var isCancelled = false
  }

  /// The queue that reads headers from the disk, so that no thread of Swift's concurrency pool blocks.
  static let starting = DispatchQueue(label: "AVFoundation.export", attributes: .concurrent)

  /// The asset to export.
  public let asset: AVAsset
  /// The name of the preset, an `AVAssetExportPreset` constant.
  public let presetName: String
  private let preset: ExportKind
  private let state = Mutex(Progressing())

  /// Creates a session, or returns nil if the preset does not exist.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportKind.all[presetName] else { return nil }
    (self.asset, self.presetName, self.preset) = (asset, presetName, preset)
  }

  /// Returns the presets that can export an asset; none if it cannot be read.
  public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    allExportPresets().filter { ExportKind.all[$0]?.isCompatible(with: asset, nil) == true }
  }

  /// Returns whether a preset can export an asset to a file type, or to any if that is nil. Reads the asset's header.
  public class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      determineCompatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Determines whether a preset can export an asset to a file type. Calls `handler` on a background thread.
  public class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    // Headers are read from the disk.
    starting.async { handler(ExportKind.all[presetName]?.isCompatible(with: asset, outputFileType) == true) }
  }

  /// Returns the names of all presets.
  public class func allExportPresets() -> [String] { ExportKind.all.keys.sorted() }

  /// The location of the output. The file must not exist yet.
  public var outputURL: URL? {
    get { state.withLock { $0.options.url } }
    set { state.withLock { $0.options.url = newValue } }
  }
  /// The name of the output in its folder until it is complete; nil for a unique one.
  package var partialName: String? {
    get { state.withLock { $0.options.partialName } }
    set { state.withLock { $0.options.partialName = newValue } }
  }
  /// The type of the output file.
  public var outputFileType: AVFileType? {
    get { state.withLock { $0.options.fileType } }
    set { state.withLock { $0.options.fileType = newValue } }
  }
  /// The file types that the preset supports.
  public var supportedFileTypes: [AVFileType] { preset.fileTypes }
  /// The exported part of the asset: frames whose times are in it, and sound, which is cut at packets if it is copied.
  /// The whole asset by default.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.options.range } }
    set { state.withLock { $0.options.range = newValue } }
  }
  /// The composition that filters the frames; nil for none. Its properties are read when the export begins.
  public var videoComposition: AVVideoComposition? {
    get { state.withLock { $0.options.composition } }
    set { state.withLock { $0.options.composition = newValue } }
  }
  /// The volume of sound tracks over time; nil for the original volume. The mix is read when it is set. Tracks that it
  /// changes are encoded again, by their own codec if possible. Presets that copy all packets reject it.
  public var audioMix: AVAudioMix? {
    get { state.withLock { $0.options.audioMix } }
    set { state.withLock { $0.options.audioMix = newValue } }
  }
  /// Whether the index of .mp4 and .mov files is written before the samples, so that playback can start during
  /// download.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.options.startsFast } }
    set { state.withLock { $0.options.startsFast = newValue } }
  }
  /// The metadata of the output; nil for the title, artist, comment, copyright and date of the source.
  public var metadata: [AVMetadataItem]? {
    get { state.withLock { $0.options.metadata } }
    set { state.withLock { $0.options.metadata = newValue } }
  }
  /// The size in bytes after which the video ends; 0 for no limit. Frames that the encoder holds at that point are
  /// still written, so the file may be larger by these.
  public var fileLengthLimit: Int64 {
    get { state.withLock { $0.options.byteLimit } }
    set { state.withLock { $0.options.byteLimit = newValue } }
  }
  /// Whether the source may be read more than once. Ignored: it is read once, because the presets' encoders have a
  /// target quality and no target bit rate.
  public var canPerformMultiplePassesOverSourceMediaData: Bool {
    get { state.withLock { $0.options.allowsMorePasses } }
    set { state.withLock { $0.options.allowsMorePasses = newValue } }
  }
  /// The state of the export.
  public var status: Status { state.withLock { $0.status } }
  /// The error of a failed export: an ``AVError``, or the error of the handler.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// The fraction that is written, 0 to 1. It never decreases, and is 1 only when the file is complete.
  public var progress: Float { Float(state.withLock { $0.job?.progress ?? $0.progress }) }

  func estimate() throws(AVError) -> ExportEstimate {
    try ExportEstimate(of: asset, preset, state.withLock { $0.options })
  }

  /// The statistics of the export so far.
  package var statistics: ExportStatistics { state.withLock { $0.job?.statistics ?? $0.statistics } }

  /// The encoding that overrides the preset; nil for that of the preset. Must be set before the export begins.
  package var encoding: ExportEncoding? {
    get { state.withLock { $0.options.encoding } }
    set { state.withLock { $0.options.encoding = newValue } }
  }

  /// Begins the export and returns. Calls `handler` once when the export has ended, on a background thread.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    begin { _ in handler() }
  }

  /// Exports the asset; `status` and `error` report the result. Cancelling the awaiting task cancels the export.
  public func export() async { try? await result() }

  /// Exports the asset to a file.
  ///
  /// - Throws: an ``AVError``, or the error of the handler; `CancellationError` if cancelled.
  public func export(to url: URL, as fileType: AVFileType) async throws {
    (outputURL, outputFileType) = (url, fileType)
    try await result()
  }

  /// Cancels the export. It ends after the work on the current frame.
  public func cancelExport() {
    let job = state.withLock { state in
      state.isCancelled = true
      return state.job
    }
    job?.cancel()
  }

  /// Returns a sequence of states until the export has ended.
  ///
  /// - Parameter updateInterval: the number of seconds between states.
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
            let current = Progress(totalUnitCount: 1000)
            current.completedUnitCount = Int64(progress * 1000)
            stream.yield(.exporting(progress: current))
          case .completed, .failed, .cancelled:
            stream.finish()
            return
          }
          // Polls in short steps, so that the end is reported without delay.
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
    let options: ExportOptions? = state.withLock { state in
      guard state.status == .unknown else { return nil }
      state.status = .waiting
      return state.options
    }
    guard let options else {
      end(
        .failure(AVError(.sessionNotRunning, "a session runs once; create a new one", url: outputURL))
      )
      return
    }
    // Headers are read from the disk.
    Self.starting.async { [self] in
      do {
        let job = try preset.export(of: asset, options)
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
          .cancelled, AVError(.operationCancelled, "the export was cancelled", url: state.options.url, time: reached)
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
