import CVideo
import CoreMedia
import Foundation

/// A decoded image with its time in the asset.
struct DecodedFrame: TimedFrame, @unchecked Sendable {
  let buffer: CVPixelBuffer
  let time: CMTime
  let duration: CMTime
  /// What of its planes had to be copied.
  var copiedBytes = 0

  func shown(at time: CMTime, for duration: CMTime) -> DecodedFrame {
    DecodedFrame(buffer: buffer, time: time, duration: duration)
  }
}

/// What comes out of a file: images of one track, and packets of tracks that are passed on.
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
  private var hasAllImages = false
  /// Tracks whose packets are wanted still, by their places.
  private var passing: [Int32: TrackFacts] = [:]

  /// - Parameters:
  ///   - range: images whose time is in it are given; nil: all.
  ///   - threads: that decode; 0: as many as there are cores.
  init(_ file: MediaFile, _ track: TrackFacts, in range: CMTimeRange?, threads: Int32 = 0) {
    (self.file, self.threads) = (file, threads)
    (self.track, self.range, lastEnd) = (track, range, range?.start ?? .zero)
  }

  var media: MediaFile? { file }

  func stop() { file.stop() }

  /// Opens file and decoder.
  ///
  /// - Parameter passing: the tracks whose packets are wanted as they are.
  func open(passing tracks: [TrackFacts] = []) throws(AVError) {
    try file.open(decoding: track, threads: threads)
    for track in tracks {
      vd_input_pass(file.input, track.index)
      passing[track.index] = track
    }
    if let range, range.start > .zero, file.canGoBack { try file.seek(track, to: range.start) }
  }

  /// The next image or packet; nil at the end. Images come in the order of their times.
  ///
  /// - Throws: with the time behind the last image.
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

  /// Nil for images that are not in the range.
  private func decoded(_ frame: OpaquePointer) throws(AVError) -> DecodedFrame? {
    // Where the file says no time, an image follows the one before.
    let image = RawVideoFrame(frame, track, else: lastEnd)
    if let range, image.time < range.start { return nil }
    if let range, range.duration.isNumeric, image.time >= range.end {
      // Sound lies behind the images that it belongs to.
      hasAllImages = true
      hasEnded = !passing.values.contains(where: \.isDense)
      return nil
    }
    let decoded = try image.decoded(track, file.url)
    lastEnd = decoded.time + decoded.duration
    return decoded
  }

  /// Whether the rest of a track that is passed on lies behind the range.
  private func noteEnd(of packet: VDPacketFacts) {
    guard let range, let track = passing[packet.stream], packet.time != vd_no_time,
      track.time(packet.time) >= range.end
    else { return }
    passing[packet.stream] = nil
    hasEnded = hasAllImages && !passing.values.contains(where: \.isDense)
  }
}
