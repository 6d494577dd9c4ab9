import CVideo
import CoreMedia
import Foundation

/// A decoded picture with its time in the asset.
struct DecodedFrame: @unchecked Sendable {
  let buffer: CVPixelBuffer
  let time: CMTime
  let duration: CMTime
}

/// What comes out of a file: pictures of one track, and packets of tracks that are passed on.
enum DecodedItem {
  case frame(DecodedFrame)
  /// The caller frees it.
  case packet(OpaquePointer, VDPacketFacts)
}

/// Reads a file and decodes one of its tracks. For one thread at a time, but for `stop`.
final class FrameDecoder: FrameSource, @unchecked Sendable {
  let file: MediaFile
  private let track: TrackFacts
  private let range: CMTimeRange?
  private let threads: Int32
  private var lastEnd: CMTime
  private var hasEnded = false
  private var hasAllPictures = false
  /// Tracks whose packets are wanted still, by their places.
  private var passing: [Int32: TrackFacts] = [:]

  /// - Parameters:
  ///   - range: pictures whose time is in it are given; nil: all.
  ///   - threads: that decode; 0: as many as there are cores.
  init(_ url: URL, _ track: TrackFacts, in range: CMTimeRange?, threads: Int32 = 0) throws(AVError) {
    file = try MediaFile(url)
    self.threads = threads
    (self.track, self.range, lastEnd) = (track, range, range?.start ?? .zero)
  }

  var media: MediaFile? { file }

  func stop() { file.stop() }

  /// Opens file and decoder.
  ///
  /// - Parameter passing: the tracks whose packets are wanted as they are.
  func open(passing tracks: [TrackFacts] = []) throws(AVError) {
    try file.open()
    var failure = VDFailure()
    // Its header said something else a moment ago.
    guard track.index < vd_input_stream_count(file.input) else {
      throw AVError(.fileFailedToParse, "the file has changed; make a new asset of it", url: file.url)
    }
    guard vd_input_decode(file.input, track.index, threads, &failure) else { throw AVError(failure, file.url) }
    for track in tracks {
      vd_input_pass(file.input, track.index)
      passing[track.index] = track
    }
    guard let range, range.start > .zero else { return }
    let start = track.unit.count(range.start + track.assetStart)
    guard vd_input_seek(file.input, track.index, start, &failure) else {
      throw AVError(failure, file.url, at: range.start)
    }
  }

  /// The next picture or packet; nil at the end. Pictures come in the order of their times.
  ///
  /// - Throws: with the time behind the last picture.
  func next() throws(AVError) -> DecodedItem? {
    while !hasEnded {
      var frame: OpaquePointer?
      var packet: OpaquePointer?
      var failure = VDFailure()
      switch vd_input_next(file.input, &frame, &packet, &failure) {
      case VD_FRAME:
        if let decoded = try decoded(frame!) { return .frame(decoded) }
      case VD_PACKET:
        var facts = VDPacketFacts()
        vd_packet_facts(packet!, &facts)
        noteEnd(of: facts)
        return .packet(packet!, facts)
      case VD_END: hasEnded = true
      default: throw AVError(failure, file.url, at: lastEnd)
      }
    }
    return nil
  }

  /// Nil for pictures that are not in the range.
  private func decoded(_ frame: OpaquePointer) throws(AVError) -> DecodedFrame? {
    var facts = VDFrameFacts()
    vd_frame_facts(frame, &facts)
    // Where the file says no time, a picture follows the one before.
    let time = facts.time == vd_no_time ? lastEnd : track.unit.time(facts.time) - track.assetStart
    if let range, time < range.start {
      vd_frame_free(frame)
      return nil
    }
    if let range, range.duration.isNumeric, time >= range.end {
      vd_frame_free(frame)
      // Sound lies behind the pictures that it belongs to.
      hasAllPictures = true
      hasEnded = passing.isEmpty
      return nil
    }
    let duration = facts.duration > 0 ? track.unit.time(facts.duration) : track.frameDuration ?? .zero
    do throws(AVError) {
      let buffer = try FramePlanes(frame, facts).buffer(track.colors, track.light)
      lastEnd = time + duration
      return DecodedFrame(buffer: buffer, time: time, duration: duration)
    } catch {
      throw error.at(file.url, time)
    }
  }

  /// Whether the rest of a track that is passed on lies behind the range.
  private func noteEnd(of packet: VDPacketFacts) {
    guard let range, let track = passing[packet.stream], packet.time != vd_no_time,
      track.unit.time(packet.time) - track.assetStart >= range.end
    else { return }
    passing[packet.stream] = nil
    hasEnded = hasAllPictures && passing.isEmpty
  }
}
