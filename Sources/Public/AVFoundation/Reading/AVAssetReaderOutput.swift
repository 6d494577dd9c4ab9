import CoreMedia
import Foundation
import Synchronization

/// An output that returns samples of a reader. For one thread at a time.
public class AVAssetReaderOutput: @unchecked Sendable {
  private struct State {
    weak var reader: AVAssetReader?
    var hasReader = false
    var prefetcher: SamplePrefetcher?
    var hasEnded = false
    var copies = true
  }

  /// The media type of the samples.
  public let mediaType: AVMediaType
  private let state = Mutex(State())

  init(_ mediaType: AVMediaType) { self.mediaType = mediaType }

  /// Whether the app may write into pixel buffers; true by default. If false, buffers use the decoder's memory without
  /// a copy where the formats allow. The decoder uses it as a reference for later frames, so it must not be written.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.copies } }
    set { state.withLock { $0.copies = newValue } }
  }

  /// Waits for the next sample. Returns nil after the last one, and if the reader failed or was cancelled, see its
  /// `status`. It blocks on decoding, so it must not be called on Swift's concurrency pool.
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    let (prefetcher, reader) = state.withLock { ($0.hasEnded ? nil : $0.prefetcher, $0.reader) }
    guard let prefetcher, let reader else { return nil }
    do {
      if let sample = try prefetcher.next() { return sample }
      if setEnded() { reader.hasEnded() }
    } catch {
      if setEnded() { reader.end(with: error) }
    }
    return nil
  }

  private func setEnded() -> Bool {
    state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
  }

  /// Returns the reason why this output cannot read the asset, or nil if it can.
  func refusal(by asset: AVAsset) -> AVError? { nil }

  /// Returns the source of the samples.
  func source(of asset: AVAsset, in range: CMTimeRange) throws -> (source: any SampleSource, depth: Int) {
    preconditionFailure("an output must be of a track or of a composition")
  }

  var hasReader: Bool { state.withLock { $0.hasReader } }

  func belong(to reader: AVAssetReader) { state.withLock { ($0.reader, $0.hasReader) = (reader, true) } }

  func start(in range: CMTimeRange) throws {
    guard let reader = state.withLock({ $0.reader }) else { return }
    let (source, depth) = try source(of: reader.asset, in: range)
    state.withLock { $0.prefetcher = SamplePrefetcher(source, depth: depth) }
  }

  func stop() { state.withLock { $0.prefetcher }?.stop() }
}

/// An output of a track's samples.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The track.
  public let track: AVAssetTrack
  /// The settings of the samples; nil for packets.
  public let outputSettings: [String: Any]?

  /// Creates an output of a track.
  ///
  /// - Parameters:
  ///   - track: a track of the reader's asset.
  ///   - outputSettings: for video, `kCVPixelBufferPixelFormatTypeKey` with a pixel format; by default that of the
  ///     decoder. Frames are stored pixels: neither rotated nor in square pixels. For audio, `AVFormatIDKey` with
  ///     `kAudioFormatLinearPCM`, and optionally a sample rate, channels and a sample format; by default those of the
  ///     file, in 16 bits. nil for packets.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, self.outputSettings) = (track, outputSettings)
    super.init(track.mediaType)
  }

  override func refusal(by asset: AVAsset) -> AVError? {
    if track.url != asset.source {
      return AVError(
        .operationNotSupportedForAsset,
        "\(track) belongs to \(track.url.lastPathComponent), not to the reader's asset")
    }
    guard let outputSettings else { return nil }
    if mediaType == .audio {
      do throws(AVError) {
        _ = try pcmFormat(outputSettings)
        return nil
      } catch {
        return error
      }
    }
    guard mediaType == .video else {
      return AVError(
        .operationNotSupportedForAsset,
        "\(track) cannot be decoded; use outputSettings nil, which returns its packets")
    }
    let size = (width: Int(track.facts.stream.width), height: Int(track.facts.stream.height))
    do throws(AVError) {
      _ = try PixelBufferSettings(outputSettings, defaultFormat: nil, size: size)
      return nil
    } catch {
      return error
    }
  }

  private func pcmFormat(_ settings: [String: Any]) throws(AVError) -> PCMFormat {
    guard settings[AVFormatIDKey].flatMap({ wholeNumber($0) }) == Int64(kAudioFormatLinearPCM) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(AVFormatIDKey) is \(settings[AVFormatIDKey].map { "\($0)" } ?? "missing"); sound is returned as "
          + "kAudioFormatLinearPCM, or as packets with outputSettings nil")
    }
    let stream = track.facts.stream
    return try PCMFormat(
      settings, rate: stream.sampleRate > 0 ? stream.sampleRate : nil,
      channels: stream.channels > 0 ? stream.channels : nil)
  }

  override func source(of asset: AVAsset, in range: CMTimeRange) throws -> (source: any SampleSource, depth: Int) {
    guard let outputSettings else { return (try TrackPackets(track.url, track.facts, range), 64) }
    if mediaType == .audio {
      return (try TrackSound(track.url, track.facts, range, try pcmFormat(outputSettings)), 16)
    }
    let settings = try PixelBufferSettings(outputSettings, defaultFormat: nil, size: nil)
    let factory = PixelBufferFactory(settings, copies: alwaysCopiesSampleData)
    return (try TrackFrames(track.url, track.facts, range, factory), 3)
  }
}

/// An output of the frames of a composition.
public final class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The video tracks.
  public let videoTracks: [AVAssetTrack]
  /// The settings of the samples; nil for BGRA.
  public let videoSettings: [String: Any]?
  private let chosen = Mutex<AVVideoComposition?>(nil)

  /// Creates an output of the first enabled video track.
  ///
  /// - Parameters:
  ///   - videoTracks: tracks of the reader's asset.
  ///   - videoSettings: `kCVPixelBufferPixelFormatTypeKey` with a pixel format; BGRA by default.
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    (self.videoTracks, self.videoSettings) = (videoTracks, videoSettings)
    super.init(.video)
  }

  /// The composition that filters the frames. Must be set before the output is added.
  public var videoComposition: AVVideoComposition? {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  override func refusal(by asset: AVAsset) -> AVError? {
    guard let settings = videoComposition?.settings else {
      return AVError(
        .invalidVideoComposition, "the output has no videoComposition; set it before the output is added")
    }
    guard !videoTracks.isEmpty, videoTracks.allSatisfy({ $0.url == asset.source && $0.mediaType == .video }) else {
      return AVError(
        .operationNotSupportedForAsset, "videoTracks must be one or more video tracks of the reader's asset")
    }
    do throws(AVError) {
      try settings.check()
      let size = (width: Int(settings.renderSize.width), height: Int(settings.renderSize.height))
      _ = try PixelBufferSettings(videoSettings ?? [:], defaultFormat: kCVPixelFormatType_32BGRA, size: size)
      return nil
    } catch {
      return error
    }
  }

  override func source(of asset: AVAsset, in range: CMTimeRange) throws -> (source: any SampleSource, depth: Int) {
    let settings = try PixelBufferSettings(videoSettings ?? [:], defaultFormat: kCVPixelFormatType_32BGRA, size: nil)
    // `refusal(by:)` has checked that there is a composition.
    let source = try ComposedFrames(
      asset.source, try asset.firstVideo(), range, videoComposition!, PixelBufferFactory(settings, copies: true))
    return (source, 3)
  }
}
