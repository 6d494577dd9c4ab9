import CoreImage
import CoreMedia
import Foundation

/// An image of a track with its time.
///
/// Its planes may be the decoder's memory, which decodes later images from it: read them, never write.
public struct AVAssetFrame: @unchecked Sendable {
  /// The planes as they were decoded, with the colours that the stream says attached.
  public let pixelBuffer: CVPixelBuffer
  /// When it is shown, from the asset's start on, exactly as the file has it.
  public let time: CMTime
  /// How long it is shown; 0 where nobody knows.
  public let duration: CMTime
  let geometry: FrameGeometry

  /// The image as it is shown: in square pixels, turned as the track says, its lower left corner at the origin.
  ///
  /// It is a recipe of the planes: nothing is converted before something renders.
  public var image: CIImage { geometry.image(pixelBuffer) }
}

extension AVAssetFrame: TimedFrame {
  package func shown(at time: CMTime, for duration: CMTime) -> AVAssetFrame {
    AVAssetFrame(pixelBuffer: pixelBuffer, time: time, duration: duration, geometry: geometry)
  }
}

/// The images of a track, in the order of their times.
///
/// Each iteration opens the file anew and decodes on a thread of its own, at most four images ahead. The thread ends
/// with the iterator, or when the task that iterates is cancelled.
public struct AVAssetFrames: AsyncSequence, Sendable {
  let makeDecoder: @Sendable () throws -> (FrameDecoder, FrameGeometry)

  /// Gives images one after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private final class Owner {
      var pump: FramePrefetcher?
      var hasEnded = false
      deinit { pump?.stop() }
    }

    let makeDecoder: @Sendable () throws -> (FrameDecoder, FrameGeometry)
    private let owner = Owner()

    init(_ makeDecoder: @escaping @Sendable () throws -> (FrameDecoder, FrameGeometry)) {
      self.makeDecoder = makeDecoder
    }

    /// The next image; nil behind the last one, and behind an error.
    ///
    /// - Throws: an ``AVError`` with the file and the time; images before it were all given. `CancellationError` in
    ///   a cancelled task.
    public func next() async throws -> AVAssetFrame? {
      if owner.hasEnded { return nil }
      let pump = owner.pump ?? FramePrefetcher(makeDecoder)
      owner.pump = pump
      do {
        let frame = try await pump.next()
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
  /// The images of the first enabled track, else of the first one.
  ///
  /// - Parameters:
  ///   - mediaType: `.video`; iterating over anything else throws.
  ///   - timeRange: only images whose time is in it; nil: all.
  public func frames(of mediaType: AVMediaType, in timeRange: CMTimeRange? = nil) -> AVAssetFrames {
    AVAssetFrames {
      guard mediaType == .video else {
        throw AVError(
          .operationNotSupportedForAsset, "frames are of .video; \(mediaType.rawValue) was asked", url: self.source)
      }
      return try self.decoder(of: try self.firstVideo(), in: timeRange)
    }
  }

  /// The images of a track of this asset.
  public func frames(of track: AVAssetTrack, in timeRange: CMTimeRange? = nil) -> AVAssetFrames {
    AVAssetFrames { try self.decoder(of: track.facts, in: timeRange) }
  }

  /// The track that is shown when nobody chose.
  ///
  /// - Throws: where the file cannot be read, or has no images.
  func firstVideo() throws(AVError) -> TrackFacts {
    let all = try facts().tracks.filter { $0.mediaType == .video && !$0.stream.isStillImage }
    guard let track = all.first(where: { $0.stream.isEnabled }) ?? all.first else {
      throw AVError(.operationNotSupportedForAsset, "the file has no track of images", url: source)
    }
    return track
  }

  private func decoder(
    of track: TrackFacts, in range: CMTimeRange?
  ) throws(AVError) -> (FrameDecoder, FrameGeometry) {
    guard track.mediaType == .video else {
      throw AVError(
        .operationNotSupportedForAsset, "frames are of tracks of images; \(track.mediaType.rawValue) was asked",
        url: source)
    }
    if let range, !range.isValid || !range.start.isNumeric {
      throw AVError(
        .operationNotSupportedForAsset, "\(range) is no range of times; its start must be a number", url: source)
    }
    return (FrameDecoder(try mediaFile(), track, in: range), FrameGeometry(track))
  }
}
