import CVideo
import CoreMedia
import Foundation
import Synchronization

/// A video or audio file: tracks with their times. Nothing is read before a property is accessed, and the header is
/// read once.
///
/// Safe on any thread. Properties that `load` does not load read the header on the calling thread.
open class AVAsset: @unchecked Sendable {
  let source: URL
  private let cached = Mutex<Result<AssetFacts, AVError>?>(nil)

  /// The asset of a file.
  public convenience init(url: URL) { self.init(file: url) }

  init(file source: URL) { self.source = source }

  /// Returns the contents of the header.
  ///
  /// - Throws: the error of reading it; the same one on every call, except for a missing file.
  func facts() throws(AVError) -> AssetFacts {
    // Other callers wait for the one that reads.
    try cached.withLock { cached in
      if let cached { return cached }
      let result = Result { () throws(AVError) in try AssetFacts(source) }
      // A missing file may be created later.
      if case .failure(let error) = result, error.code == .fileNotFound { return result }
      cached = result
      return result
    }.get()
  }

  /// Returns the file, for reading of frames, sound and packets.
  func mediaFile() throws(AVError) -> MediaFile { try MediaFile(source) }

  /// All tracks, in the order of the file; none if the file cannot be read.
  public var tracks: [AVAssetTrack] { (try? readTracks()) ?? [] }

  /// The duration, from the earliest start to the latest end of a track; invalid if the file cannot be read.
  public var duration: CMTime { (try? facts().duration) ?? .invalid }

  /// Returns the tracks of this media type.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks of this media type.
  ///
  /// - Throws: an ``AVError`` if the file cannot be read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  func readTracks() throws(AVError) -> [AVAssetTrack] {
    try facts().tracks.map { AVAssetTrack(self, $0) }
  }
}

/// The asset of a file.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// Creates an asset of a file. Options are those of Apple's systems; all of them are ignored.
  public init(url: URL, options: [String: Any]? = nil) { super.init(file: url) }

  /// The location of the file.
  public var url: URL { source }
}

/// The contents of a file's header.
struct AssetFacts: Sendable {
  let tracks: [TrackFacts]
  let duration: CMTime
  /// FFmpeg's name of the container format.
  let format: String
  let tags: [String: String]
  let chapters: [Chapter]

  init(_ url: URL) throws(AVError) {
    let file = try MediaFile(url)
    try file.open()
    self.init(file)
  }

  init(tracks: [TrackFacts], duration: CMTime, format: String, tags: [String: String]) {
    (self.tracks, self.duration, self.format, self.tags, chapters) = (tracks, duration, format, tags, [])
  }

  init(_ file: MediaFile) {
    let streams = file.streams
    func timed(_ stream: VDStream) -> Bool {
      stream.kind == VD_VIDEO && !stream.isStillImage || stream.kind == VD_SOUND
    }
    let starts = streams.filter { timed($0) && $0.start != vd_no_time }.map { TimeUnit($0).time($0.start) }
    // Zero has the timescale of whole seconds, so that tracks keep their own timescales.
    let start = starts.min().flatMap { $0 == .zero ? nil : $0 } ?? .zero
    let tracks = streams.enumerated().map { index, stream in
      TrackFacts(
        index: Int32(index), stream: stream, assetStart: start, parameters: CodecParameters(file, Int32(index), stream))
    }
    let ends = tracks.filter { timed($0.stream) }.map(\.timeRange).filter { $0.duration.isNumeric }.map(\.end)
    let microseconds = vd_input_duration(file.input)
    let headerDuration =
      microseconds == vd_no_time ? CMTime.indefinite : CMTime(value: microseconds, timescale: 1_000_000)
    self.tracks = tracks
    duration = ends.max() ?? headerDuration
    format = String(cString: vd_input_format(file.input))
    tags = file.tags
    chapters = file.chapters(from: start)
  }
}
