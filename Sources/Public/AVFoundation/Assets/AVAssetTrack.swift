import CVideo
import CoreMedia
import Foundation

/// A stream of an asset: video, audio or text. Immutable.
public final class AVAssetTrack: @unchecked Sendable {
  /// The asset; nil after it has been deallocated.
  public private(set) weak var asset: AVAsset?
  let facts: TrackFacts
  let url: URL

  init(_ asset: AVAsset, _ facts: TrackFacts) { (self.asset, self.facts, url) = (asset, facts, asset.source) }

  /// The identifier in the file, from 1: that of the file, or else the index of the stream plus 1.
  public var trackID: CMPersistentTrackID { facts.trackID }
  /// The media type.
  public var mediaType: AVMediaType { facts.mediaType }
  /// The size of images in square pixels, before `preferredTransform`.
  public var naturalSize: CGSize { facts.naturalSize }
  /// The transform from a frame of the natural size to its display orientation, in a plane with y down.
  ///
  /// The transformed frame has its upper left corner at the origin.
  public var preferredTransform: CGAffineTransform { facts.preferredTransform }
  /// The average number of frames a second; 0 if it is not known.
  public var nominalFrameRate: Float {
    facts.frameRate.map { Float(Double($0.numerator) / Double($0.denominator)) } ?? 0
  }
  /// The exact duration of a frame at `nominalFrameRate`, for example 1001 / 30000; invalid if it is not known.
  public var minFrameDuration: CMTime { facts.frameDuration ?? .invalid }
  /// The presentation time range, from the asset's start. The duration is indefinite if the file does not specify it.
  public var timeRange: CMTimeRange { facts.timeRange }
  /// The timescale of the file's times.
  public var naturalTimeScale: CMTimeScale { facts.unit.denominator }
  /// The bit rate, in bits a second; 0 if it is not known.
  public var estimatedDataRate: Float { Float(facts.stream.bitRate) }
  /// Whether the track is played by default.
  public var isEnabled: Bool { facts.stream.isEnabled }
  /// The language by ISO 639-2; nil if it is not specified.
  public var languageCode: String? {
    let language = text(facts.stream.language)
    return language.isEmpty || language == "und" ? nil : language
  }
  /// The descriptions of the samples, with the colour properties of the stream.
  public var formatDescriptions: [CMFormatDescription] { [facts.formatDescription] }
}

extension AVAssetTrack: CustomStringConvertible {
  /// A description, for example `track 1 vide h264`.
  public var description: String { "track \(trackID) \(mediaType.rawValue) \(text(facts.stream.codec))" }
}
