import CoreMedia
import Foundation
import Synchronization

/// Gives samples of a reader. For one thread at a time.
public class AVAssetReaderOutput: @unchecked Sendable {
  private struct State {
    weak var reader: AVAssetReader?
    var hasReader = false
    var pump: SamplePrefetcher?
    var hasEnded = false
    var copies = true
  }

  /// What its samples hold.
  public let mediaType: AVMediaType
  private let state = Mutex(State())

  init(_ mediaType: AVMediaType) { self.mediaType = mediaType }

  /// True, as it is at first, for pixel buffers that the app may write into. False gives the decoder's memory where
  /// the formats allow, without a copy: the decoder makes later images of it, so nobody writes there.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.copies } }
    set { state.withLock { $0.copies = newValue } }
  }

  /// Waits for the next sample; nil behind the last one, and when the reader failed or was cancelled: its `status` says
  /// which. Not for Swift's own threads: it takes as long as a decoder does.
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    let (pump, reader) = state.withLock { ($0.hasEnded ? nil : $0.pump, $0.reader) }
    guard let pump, let reader else { return nil }
    do {
      if let sample = try pump.next() { return sample }
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

  /// Why this asset's samples cannot be given so; nil where they can.
  func refusal(by asset: AVAsset) -> AVError? { nil }

  /// What gives the samples.
  func source(of asset: AVAsset, in range: CMTimeRange) throws -> (source: any SampleSource, depth: Int) {
    preconditionFailure("outputs are of a track, or of a composition")
  }

  var hasReader: Bool { state.withLock { $0.hasReader } }

  func belong(to reader: AVAssetReader) { state.withLock { ($0.reader, $0.hasReader) = (reader, true) } }

  func start(in range: CMTimeRange) throws {
    guard let reader = state.withLock({ $0.reader }) else { return }
    let (source, depth) = try source(of: reader.asset, in: range)
    state.withLock { $0.pump = SamplePrefetcher(source, depth: depth) }
  }

  func stop() { state.withLock { $0.pump }?.stop() }
}

/// Gives the samples of a track.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The track.
  public let track: AVAssetTrack
  /// What samples shall be; nil: packets, as they are in the file.
  public let outputSettings: [String: Any]?

  /// An output of a track.
  ///
  /// - Parameters:
  ///   - track: of the reader's asset.
  ///   - outputSettings: of images `kCVPixelBufferPixelFormatTypeKey`, a format; without it images are as they
  ///     were decoded. They are stored pixels: not turned, not made square. Of sound `AVFormatIDKey` with
  ///     `kAudioFormatLinearPCM`, and where wanted a rate, channels, and the kind of numbers; without these as the file
  ///     has them, in 16 bits. nil: packets.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, self.outputSettings) = (track, outputSettings)
    super.init(track.mediaType)
  }

  override func refusal(by asset: AVAsset) -> AVError? {
    if track.url != asset.source {
      return AVError(
        .operationNotSupportedForAsset, "\(track) is of \(track.url.lastPathComponent), not of the reader's asset")
    }
    guard let outputSettings else { return nil }
    if mediaType == .audio {
      do throws(AVError) {
        _ = try form(outputSettings)
        return nil
      } catch {
        return error
      }
    }
    guard mediaType == .video else {
      return AVError(
        .operationNotSupportedForAsset,
        "\(track) is not decoded here; outputSettings nil gives its packets as they are")
    }
    let size = (width: Int(track.facts.stream.width), height: Int(track.facts.stream.height))
    do throws(AVError) {
      _ = try PixelBufferSettings(outputSettings, otherwise: nil, size: size)
      return nil
    } catch {
      return error
    }
  }

  private func form(_ settings: [String: Any]) throws(AVError) -> PCMFormat {
    guard settings[AVFormatIDKey].flatMap({ wholeNumber($0) }) == Int64(kAudioFormatLinearPCM) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(AVFormatIDKey) is \(settings[AVFormatIDKey].map { "\($0)" } ?? "not there"); sound is given as "
          + "kAudioFormatLinearPCM, or as packets: outputSettings nil")
    }
    let stream = track.facts.stream
    return try PCMFormat(
      settings, rate: stream.sampleRate > 0 ? stream.sampleRate : nil,
      channels: stream.channels > 0 ? stream.channels : nil)
  }

  override func source(of asset: AVAsset, in range: CMTimeRange) throws -> (source: any SampleSource, depth: Int) {
    guard let outputSettings else { return (try TrackPackets(track.url, track.facts, range), 64) }
    if mediaType == .audio {
      return (try TrackSound(track.url, track.facts, range, try form(outputSettings)), 16)
    }
    let settings = try PixelBufferSettings(outputSettings, otherwise: nil, size: nil)
    let maker = PixelBufferFactory(settings, copies: alwaysCopiesSampleData)
    return (try TrackFrames(track.url, track.facts, range, maker), 3)
  }
}

/// Gives the images of an asset as a composition makes them.
public final class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The tracks that were given.
  public let videoTracks: [AVAssetTrack]
  /// What samples shall be; nil: BGRA.
  public let videoSettings: [String: Any]?
  private let chosen = Mutex<AVVideoComposition?>(nil)

  /// An output of the first enabled track of images.
  ///
  /// - Parameters:
  ///   - videoTracks: of the reader's asset.
  ///   - videoSettings: `kCVPixelBufferPixelFormatTypeKey`, a format; without it, and for nil, BGRA.
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    (self.videoTracks, self.videoSettings) = (videoTracks, videoSettings)
    super.init(.video)
  }

  /// What makes the images; needed before the output is added.
  public var videoComposition: AVVideoComposition? {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  override func refusal(by asset: AVAsset) -> AVError? {
    guard let settings = videoComposition?.settings else {
      return AVError(
        .invalidVideoComposition, "an output of compositions needs its videoComposition before it is added")
    }
    guard !videoTracks.isEmpty, videoTracks.allSatisfy({ $0.url == asset.source && $0.mediaType == .video }) else {
      return AVError(
        .operationNotSupportedForAsset, "videoTracks are tracks of images of the reader's asset, one at least")
    }
    do throws(AVError) {
      try settings.check()
      let size = (width: Int(settings.renderSize.width), height: Int(settings.renderSize.height))
      _ = try PixelBufferSettings(videoSettings ?? [:], otherwise: kCVPixelFormatType_32BGRA, size: size)
      return nil
    } catch {
      return error
    }
  }

  override func source(of asset: AVAsset, in range: CMTimeRange) throws -> (source: any SampleSource, depth: Int) {
    let settings = try PixelBufferSettings(videoSettings ?? [:], otherwise: kCVPixelFormatType_32BGRA, size: nil)
    // Whoever adds it has said which.
    let source = try ComposedFrames(
      asset.source, try asset.firstVideo(), range, videoComposition!, PixelBufferFactory(settings, copies: true))
    return (source, 3)
  }
}
