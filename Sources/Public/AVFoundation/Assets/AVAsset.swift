import CVideo
import CoreMedia
import Foundation
import Synchronization

/// A video or a sound: tracks with their times. Nothing of it is read before something is asked, and the header once.
///
/// Safe on any thread. Properties that are not loaded by `load` read the header on the thread that asks.
open class AVAsset: @unchecked Sendable {
  let source: URL
  private let known = Mutex<Result<AssetFacts, AVError>?>(nil)

  /// The asset of a file.
  public convenience init(url: URL) { self.init(file: url) }

  init(file source: URL) { self.source = source }

  /// What the header says.
  ///
  /// - Throws: why it cannot be read; the same each time.
  func facts() throws(AVError) -> AssetFacts {
    // Others who ask wait for the one who reads.
    try known.withLock { known in
      if let known { return known }
      let result = Result { () throws(AVError) in try AssetFacts(source) }
      // A file that is not there may come.
      if case .failure(let error) = result, error.code == .fileNotFound { return result }
      known = result
      return result
    }.get()
  }

  /// The file, for who reads its images and sounds.
  func mediaFile() throws(AVError) -> MediaFile { try MediaFile(source) }

  /// All tracks, in the order of the file; none where it cannot be read.
  public var tracks: [AVAssetTrack] { (try? readTracks()) ?? [] }

  /// How long it takes from its first to its last moment; invalid where it cannot be read.
  public var duration: CMTime { (try? facts().duration) ?? .invalid }

  /// The tracks that hold this.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks that hold this.
  ///
  /// - Throws: an ``AVError`` where the file cannot be read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  func readTracks() throws(AVError) -> [AVAssetTrack] {
    try facts().tracks.map { AVAssetTrack(self, $0) }
  }
}

/// The asset of a file.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The asset of a file. Options are those of Apple's systems; none of them counts here.
  public init(url: URL, options: [String: Any]? = nil) { super.init(file: url) }

  /// Where the file is.
  public var url: URL { source }
}

/// What the header of a file says.
struct AssetFacts: Sendable {
  let tracks: [TrackFacts]
  let duration: CMTime
  /// FFmpeg's name of the kind of file.
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
    // At the scale of whole seconds, so that tracks keep theirs.
    let start = starts.min().flatMap { $0 == .zero ? nil : $0 } ?? .zero
    let tracks = streams.enumerated().map { index, stream in
      TrackFacts(
        index: Int32(index), stream: stream, assetStart: start, parameters: CodecParameters(file, Int32(index), stream))
    }
    let ends = tracks.filter { timed($0.stream) }.map(\.timeRange).filter { $0.duration.isNumeric }.map(\.end)
    let whole = vd_input_duration(file.input)
    let said = whole == vd_no_time ? CMTime.indefinite : CMTime(value: whole, timescale: 1_000_000)
    self.tracks = tracks
    duration = ends.max() ?? said
    format = String(cString: vd_input_format(file.input))
    tags = file.tags
    chapters = file.chapters(from: start)
  }
}
