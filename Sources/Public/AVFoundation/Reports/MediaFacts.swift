import CVideo
import CoreMedia
import Foundation

/// The description of a media file, for `citool probe`.
package struct MediaFacts: Sendable {
  /// The description of a stream.
  package struct Stream: Sendable {
    /// `video`, `sound`, `subtitles` or `other`.
    package let kind: String
    package let codec: String
    package let trackID: Int32
    package let isEnabled: Bool
    package let language: String?
    /// The time range, from the asset's start.
    package let timeRange: CMTimeRange
    /// The bit rate in bits a second; 0 if it is not known.
    package let bitRate: Int64
    package let images: Images?
    package let sound: Sound?
  }

  /// The description of a video stream.
  package struct Images: Sendable {
    /// The stored size, in pixels.
    package let width, height: Int
    /// The display size, in square pixels and display orientation.
    package let shownSize: CGSize
    package let pixelAspect: (width: Int32, height: Int32)
    /// The clockwise rotation for display, in degrees; nil for other transforms.
    package let rotation: Int?
    package let frameRate: (numerator: Int32, denominator: Int32)?
    package let layout: String
    package let depth: Int
    package let isFullRange: Bool
    /// Code points of ITU-T H.273; 2 for unspecified.
    package let primaries, transfer, matrix: Int32
    /// 0 for unspecified. 1 to 6: left, center, top left, top, bottom left, bottom.
    package let chromaLocation: Int32
  }

  /// The description of an audio stream.
  package struct Sound: Sendable {
    package let sampleRate, channels: Int32
  }

  /// FFmpeg's name of the container format: several names with commas if they share a demuxer.
  package let container: String
  package let byteCount: Int?
  package let duration: CMTime
  package let tags: [String: String]
  /// The chapters, with times from the asset's start.
  package let chapters: [(timeRange: CMTimeRange, title: String?)]
  package let streams: [Stream]
}

extension AVAsset {
  /// Reads the header on the calling thread.
  package func mediaFacts() throws -> MediaFacts {
    let facts = try facts()
    let size = try? source.resourceValues(forKeys: [.fileSizeKey]).fileSize
    return MediaFacts(
      container: facts.format, byteCount: size, duration: facts.duration, tags: facts.tags,
      chapters: facts.chapters.map { ($0.timeRange, $0.tags["title"]) },
      streams: facts.tracks.map { MediaFacts.Stream($0, AVAssetTrack(self, $0)) })
  }

  /// Returns the presentation time of a frame of the first enabled video track, by its number from 0. Reads packets up
  /// to there without decoding, on the calling thread.
  ///
  /// - Parameter allowsEnd: whether the number after the last frame returns the end of the track.
  /// - Throws: an error if there are fewer frames.
  package func time(ofFrame number: Int, orEnd allowsEnd: Bool = false) throws -> CMTime {
    let track = try firstVideo()
    let file = try MediaFile(source)
    try file.open()
    vd_input_pass(file.input, track.index)
    // Packets are in decoding order. Codecs reorder frames by far less than this number.
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
      // Packets that an edit list hides are before the start.
      guard time >= .zero else { continue }
      times.append(time)
      end = max(end, time + track.duration(facts.duration))
    }
    times.sort()
    if number < times.count { return times[number] }
    guard allowsEnd, number == times.count else {
      throw AVError(
        .operationNotSupportedForAsset, "frame #\(number) does not exist; there are \(times.count) frames, from #0",
        url: source)
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
    let rotations: [[Double]: Int] = [[1, 0, 0, 1]: 0, [0, 1, -1, 0]: 90, [-1, 0, 0, -1]: 180, [0, -1, 1, 0]: 270]
    rotation = rotations[[map.a, map.b, map.c, map.d].map { Double($0) + 0 }]
    (layout, depth, isFullRange) = (text(stream.layout), Int(stream.depth), stream.isFullRange)
    (primaries, transfer, matrix) = (stream.primaries, stream.transfer, stream.matrix)
    chromaLocation = stream.chromaLocation
  }
}

/// The versions and licence of FFmpeg, and the consequences of the licence; empty if built without FFmpeg's headers.
package var ffmpegDescription: String {
  let (versions, licence) = (String(cString: vd_versions()), String(cString: vd_licence()))
  if versions.isEmpty { return "" }
  return licence.isEmpty
    ? "FFmpeg: \(versions); not found, so videos cannot be read"
    : "FFmpeg: \(versions); \(licence)\n\(licenceMeaning(licence))"
}

/// Returns the consequences of the licence of an FFmpeg build for the distribution of a program with it.
///
/// - Parameter licence: for example "GPL version 3 or later", as FFmpeg reports it.
package func licenceMeaning(_ licence: String) -> String {
  if licence.hasPrefix("LGPL") {
    return "This build of FFmpeg is under the LGPL: a program of any licence may be distributed with it, if users "
      + "are informed and can replace it. Patent licences for codecs are the responsibility of the distributor."
  }
  if licence.hasPrefix("GPL") {
    return "This build of FFmpeg has parts under the GPL: a program that is distributed with it must be under the GPL, "
      + "too; it can be replaced by an LGPL build. Patent licences for codecs are the responsibility of the "
      + "distributor."
  }
  return "This build of FFmpeg may not be distributed (\(licence))."
}
