import CVideo
import CoreMedia
import Foundation

/// A stream of an asset: images, sound, text. A value that nobody changes.
public final class AVAssetTrack: @unchecked Sendable {
  /// The asset, as long as somebody holds it.
  public private(set) weak var asset: AVAsset?
  let facts: TrackFacts
  let url: URL

  init(_ asset: AVAsset, _ facts: TrackFacts) { (self.asset, self.facts, url) = (asset, facts, asset.source) }

  /// Its number in the file, from 1 on: as the file has it, else by its place.
  public var trackID: CMPersistentTrackID { facts.trackID }
  /// What it holds.
  public var mediaType: AVMediaType { facts.mediaType }
  /// The size of images in square pixels, before `preferredTransform`.
  public var naturalSize: CGSize { facts.naturalSize }
  /// How images are turned to be shown, in a plane with y down.
  ///
  /// What it makes of an image of the natural size has its upper left corner at the origin.
  public var preferredTransform: CGAffineTransform { facts.preferredTransform }
  /// Images a second on average; 0 where nobody knows.
  public var nominalFrameRate: Float {
    facts.frameRate.map { Float(Double($0.numerator) / Double($0.denominator)) } ?? 0
  }
  /// How long an image is shown at `nominalFrameRate`, exactly: 1001 / 30000; invalid where nobody knows.
  public var minFrameDuration: CMTime { facts.frameDuration ?? .invalid }
  /// When it is shown, from the asset's start on; of indefinite duration where the file does not say.
  public var timeRange: CMTimeRange { facts.timeRange }
  /// Parts of a second that the file's times count.
  public var naturalTimeScale: CMTimeScale { facts.unit.denominator }
  /// Bits a second; 0 where nobody knows.
  public var estimatedDataRate: Float { Float(facts.stream.bitRate) }
  /// True for what is played when nobody chose.
  public var isEnabled: Bool { facts.stream.isEnabled }
  /// The language by ISO 639-2; nil where it is not said.
  public var languageCode: String? {
    let language = text(facts.stream.language)
    return language.isEmpty || language == "und" ? nil : language
  }
  /// How its samples are made, with the colours that the stream says.
  public var formatDescriptions: [CMFormatDescription] { [facts.formatDescription] }
}

extension AVAssetTrack: CustomStringConvertible {
  /// For example `track 1 vide h264`.
  public var description: String { "track \(trackID) \(mediaType.rawValue) \(text(facts.stream.codec))" }
}
