import CoreImage
import CoreMedia
import Foundation

/// A decoded frame of a track with its time.
///
/// Its planes may be memory of the decoder, which uses them as references for later frames: do not write to them.
public struct AVAssetFrame: @unchecked Sendable {
  /// The decoded planes, with the colour properties of the stream attached.
  public let pixelBuffer: CVPixelBuffer
  /// The exact presentation time, from the asset's start.
  public let time: CMTime
  /// The duration; 0 if it is not known.
  public let duration: CMTime
  let geometry: FrameGeometry

  /// The frame in square pixels and display orientation, with its lower left corner at the origin.
  ///
  /// It is a recipe of the planes: nothing is converted before it is rendered.
  public var image: CIImage { geometry.image(pixelBuffer) }
}

extension AVAssetFrame: TimedFrame {
  package func shown(at time: CMTime, for duration: CMTime) -> AVAssetFrame {
    AVAssetFrame(pixelBuffer: pixelBuffer, time: time, duration: duration, geometry: geometry)
  }
}

/// The frames of a track, in presentation order.
///
/// Each iteration opens the file and decodes on its own thread, at most four frames ahead. The thread ends with the
/// iterator, or when the iterating task is cancelled.
public struct AVAssetFrames: AsyncSequence, Sendable {
  let makeDecoder: @Sendable () throws -> (FrameDecoder, FrameGeometry)

  /// An iterator that returns one frame after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private final class Owner {
      var prefetcher: FramePrefetcher?
      var hasEnded = false
      deinit { prefetcher?.stop() }
    }

    let makeDecoder: @Sendable () throws -> (FrameDecoder, FrameGeometry)
    private let owner = Owner()

    init(_ makeDecoder: @escaping @Sendable () throws -> (FrameDecoder, FrameGeometry)) {
      self.makeDecoder = makeDecoder
    }

    /// Returns the next frame, or nil after the last one and after an error.
    ///
    /// - Throws: an ``AVError`` with the file and the time, after all frames before it were returned.
    ///   `CancellationError` in a cancelled task.
    public func next() async throws -> AVAssetFrame? {
      if owner.hasEnded { return nil }
      let prefetcher = owner.prefetcher ?? FramePrefetcher(makeDecoder)
      owner.prefetcher = prefetcher
      do {
        let frame = try await prefetcher.next()
        owner.hasEnded = frame == nil
        return frame
      } catch {
        owner.hasEnded = true
        throw error
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeDecoder) }
}

extension AVAsset {
  /// Returns the frames of the first enabled video track, or else of the first video track.
  ///
  /// - Parameters:
  ///   - mediaType: `.video`; iterating over any other type throws.
  ///   - timeRange: the range that must contain the frames' times; nil for all frames.
  public func frames(of mediaType: AVMediaType, in timeRange: CMTimeRange? = nil) -> AVAssetFrames {
    AVAssetFrames {
      guard mediaType == .video else {
        throw AVError(
          .operationNotSupportedForAsset,
          "frames can only be read from video tracks (got media type \(mediaType.rawValue))", url: self.source)
      }
      return try self.decoder(of: try self.firstVideo(), in: timeRange)
    }
  }

  /// Returns the frames of a track of this asset.
  public func frames(of track: AVAssetTrack, in timeRange: CMTimeRange? = nil) -> AVAssetFrames {
    AVAssetFrames { try self.decoder(of: track.facts, in: timeRange) }
  }

  /// Returns the track that is shown by default.
  ///
  /// - Throws: an error if the file cannot be read or has no video track.
  func firstVideo() throws(AVError) -> TrackFacts {
    let all = try facts().tracks.filter { $0.mediaType == .video && !$0.stream.isStillImage }
    guard let track = all.first(where: { $0.stream.isEnabled }) ?? all.first else {
      throw AVError(.operationNotSupportedForAsset, "the file has no video track", url: source)
    }
    return track
  }

  private func decoder(
    of track: TrackFacts, in range: CMTimeRange?
  ) throws(AVError) -> (FrameDecoder, FrameGeometry) {
    guard track.mediaType == .video else {
      throw AVError(
        .operationNotSupportedForAsset,
        "frames can only be read from video tracks (got media type \(track.mediaType.rawValue))",
        url: source)
    }
    if let range, !range.isValid || !range.start.isNumeric {
      throw AVError(
        .operationNotSupportedForAsset, "\(range) is not a valid time range; its start must be a number", url: source)
    }
    return (FrameDecoder(try mediaFile(), track, in: range), FrameGeometry(track))
  }
}
