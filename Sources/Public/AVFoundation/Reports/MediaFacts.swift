import CVideo
import CoreMedia
import Foundation

/// All that a file says of itself, for `citool probe`.
package struct MediaFacts: Sendable {
  /// One stream.
  package struct Stream: Sendable {
    /// `video`, `sound`, `subtitles` or `other`.
    package let kind: String
    package let codec: String
    package let trackID: Int32
    package let isEnabled: Bool
    package let language: String?
    /// From the asset's start on.
    package let timeRange: CMTimeRange
    /// Bits a second; 0 where nobody knows.
    package let bitRate: Int64
    package let images: Images?
    package let sound: Sound?
  }

  /// What is said of images.
  package struct Images: Sendable {
    /// As they are stored.
    package let width, height: Int
    /// As they are shown: in square pixels, turned.
    package let shownSize: CGSize
    package let pixelAspect: (width: Int32, height: Int32)
    /// Degrees clockwise that they are turned by to be shown; nil for other maps.
    package let rotation: Int?
    package let frameRate: (numerator: Int32, denominator: Int32)?
    package let layout: String
    package let depth: Int
    package let isFullRange: Bool
    /// Numbers of ITU-T H.273; 2: not said.
    package let primaries, transfer, matrix: Int32
    /// 0: not said. 1 to 6: left, center, top left, top, bottom left, bottom.
    package let chromaPlace: Int32
  }

  /// What is said of sound.
  package struct Sound: Sendable {
    package let sampleRate, channels: Int32
  }

  /// FFmpeg's name of the container: several with commas between them where it does not tell.
  package let container: String
  package let byteCount: Int?
  package let duration: CMTime
  package let tags: [String: String]
  /// From the asset's start on.
  package let chapters: [(timeRange: CMTimeRange, title: String?)]
  package let streams: [Stream]
}

extension AVAsset {
  /// Reads the header, on this thread.
  package func mediaFacts() throws -> MediaFacts {
    let facts = try facts()
    let size = try? source.resourceValues(forKeys: [.fileSizeKey]).fileSize
    return MediaFacts(
      container: facts.format, byteCount: size, duration: facts.duration, tags: facts.tags,
      chapters: facts.chapters.map { ($0.timeRange, $0.tags["title"]) },
      streams: facts.tracks.map { MediaFacts.Stream($0, AVAssetTrack(self, $0)) })
  }

  /// When a frame of the first enabled track of images is shown, by its number from 0 on. Reads packets up to there
  /// and decodes none, on this thread.
  ///
  /// - Parameter allowsEnd: true where the number behind the last one stands for the end of the track.
  /// - Throws: where there are fewer.
  package func time(ofFrame number: Int, orEnd allowsEnd: Bool = false) throws -> CMTime {
    let track = try firstVideo()
    let file = try MediaFile(source)
    try file.open()
    vd_input_pass(file.input, track.index)
    // Packets come in the order of decoding: how many images a codec holds back at most is seen to be far less.
    let delay = 64
    var times: [CMTime] = []
    var end = CMTime.zero
    while times.count <= number + delay {
      var frame: OpaquePointer?
      var packet: OpaquePointer?
      var failure = VDFailure()
      let event = vd_input_next(file.input, &frame, &packet, &failure)
      if event == VD_END { break }
      guard event == VD_PACKET, let packet else { throw AVError(failure, source, at: end) }
      var facts = VDPacketFacts()
      vd_packet_facts(packet, &facts)
      vd_packet_free(packet)
      guard facts.stream == track.index, facts.time != vd_no_time else { continue }
      let time = track.time(facts.time)
      // What an edit list leaves out lies before the start.
      guard time >= .zero else { continue }
      times.append(time)
      end = max(end, time + track.duration(facts.duration))
    }
    times.sort()
    if number < times.count { return times[number] }
    guard allowsEnd, number == times.count else {
      throw AVError(
        .operationNotSupportedForAsset, "frame #\(number) is asked; there are \(times.count), from #0 on", url: source)
    }
    return end
  }
}

extension MediaFacts.Stream {
  fileprivate init(_ facts: TrackFacts, _ track: AVAssetTrack) {
    let stream = facts.stream
    switch stream.kind {
    case VD_VIDEO: kind = stream.isStillImage ? "image" : "video"
    case VD_SOUND: kind = "sound"
    case VD_SUBTITLES: kind = "subtitles"
    default: kind = "other"
    }
    (codec, trackID, isEnabled) = (text(stream.codec), track.trackID, stream.isEnabled)
    (language, timeRange, bitRate) = (track.languageCode, facts.timeRange, stream.bitRate)
    images = stream.kind == VD_VIDEO ? MediaFacts.Images(facts) : nil
    sound =
      stream.kind == VD_SOUND ? MediaFacts.Sound(sampleRate: stream.sampleRate, channels: stream.channels) : nil
  }
}

extension MediaFacts.Images {
  fileprivate init(_ facts: TrackFacts) {
    let stream = facts.stream
    (width, height) = (Int(stream.width), Int(stream.height))
    shownSize = FrameGeometry(facts).size(width: Int(stream.width), height: Int(stream.height))
    (pixelAspect, frameRate) = (facts.pixelAspect, facts.frameRate)
    let map = facts.preferredTransform
    let turns: [[Double]: Int] = [[1, 0, 0, 1]: 0, [0, 1, -1, 0]: 90, [-1, 0, 0, -1]: 180, [0, -1, 1, 0]: 270]
    rotation = turns[[map.a, map.b, map.c, map.d].map { Double($0) + 0 }]
    (layout, depth, isFullRange) = (text(stream.layout), Int(stream.depth), stream.isFullRange)
    (primaries, transfer, matrix) = (stream.primaries, stream.transfer, stream.matrix)
    chromaPlace = stream.chromaPlace
  }
}

/// FFmpeg as it was found: its versions, its licence and what that means; empty where this was built without it.
package var ffmpegDescription: String {
  let (versions, licence) = (String(cString: vd_versions()), String(cString: vd_licence()))
  if versions.isEmpty { return "" }
  return licence.isEmpty
    ? "FFmpeg: \(versions); not found here, and without it no video is read"
    : "FFmpeg: \(versions); \(licence)\n\(licenceMeaning(licence))"
}

/// What a licence of FFmpeg's builds means for who distributes a program with it.
///
/// - Parameter licence: such as "GPL version 3 or later", as FFmpeg says it.
package func licenceMeaning(_ licence: String) -> String {
  if licence.hasPrefix("LGPL") {
    return "This build of FFmpeg is under the LGPL: a program of any licence may be distributed with it, where users "
      + "are told and can exchange it. Patents on codecs are the affair of who distributes."
  }
  if licence.hasPrefix("GPL") {
    return "This build of FFmpeg has parts under the GPL: what is distributed together with it is under the GPL, too; "
      + "a build under the LGPL may be put in its place. Patents on codecs are the affair of who distributes."
  }
  return "This build of FFmpeg may not be distributed (\(licence))."
}
