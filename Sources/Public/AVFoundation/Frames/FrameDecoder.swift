import CVideo
import CoreMedia
import Foundation

/// A decoded frame with its time in the asset.
struct DecodedFrame: TimedFrame, @unchecked Sendable {
  let buffer: CVPixelBuffer
  let time: CMTime
  let duration: CMTime
  /// The number of bytes that had to be copied.
  var copiedBytes = 0

  func shown(at time: CMTime, for duration: CMTime) -> DecodedFrame {
    DecodedFrame(buffer: buffer, time: time, duration: duration)
  }
}

/// An item that a file yields: a frame of the decoded track, or a packet of a copied track.
enum DecodedItem {
  case frame(DecodedFrame)
  /// The caller frees it.
  case packet(OpaquePointer, VDPacketFacts)
}

/// A decoder of one track of a file. For one thread at a time, except for `stop`.
final class FrameDecoder: FrameSource, @unchecked Sendable {
  let file: MediaFile
  private let track: TrackFacts
  private let range: CMTimeRange?
  private let threads: Int32
  private var lastEnd: CMTime
  private var hasEnded = false
  private var hasAllImages = false
  /// Tracks whose packets are still needed, by stream index.
  private var passing: [Int32: TrackFacts] = [:]

  /// - Parameters:
  ///   - range: the range that must contain the frames' times; nil for all frames.
  ///   - threads: the number of decoder threads; 0 for the number of cores.
  init(_ file: MediaFile, _ track: TrackFacts, in range: CMTimeRange?, threads: Int32 = 0) {
    (self.file, self.threads) = (file, threads)
    (self.track, self.range, lastEnd) = (track, range, range?.start ?? .zero)
  }

  var media: MediaFile? { file }

  func stop() { file.stop() }

  /// Opens the file and the decoder.
  ///
  /// - Parameter passing: the tracks whose packets are returned without decoding.
  func open(passing tracks: [TrackFacts] = []) throws(AVError) {
    try file.open(decoding: track, threads: threads)
    for track in tracks {
      vd_input_pass(file.input, track.index)
      passing[track.index] = track
    }
    if let range, range.start > .zero, file.isSeekable { try file.seek(track, to: range.start) }
  }

  /// Returns the next frame or packet, or nil at the end. Frames are returned in presentation order.
  ///
  /// - Throws: an error with the end time of the last frame.
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

  /// Returns a decoded frame, or nil if it is not in the range.
  private func decoded(_ frame: OpaquePointer) throws(AVError) -> DecodedFrame? {
    // A frame without a time follows the previous one.
    let image = RawVideoFrame(frame, track, else: lastEnd)
    if let range, image.time < range.start { return nil }
    if let range, range.duration.isNumeric, image.time >= range.end {
      // Sound may be stored after the frames that it accompanies.
      hasAllImages = true
      hasEnded = !passing.values.contains(where: \.isDense)
      return nil
    }
    let decoded = try image.decoded(track, file.url)
    lastEnd = decoded.time + decoded.duration
    return decoded
  }

  /// Records whether the packets of a copied track are after the range from now on.
  private func noteEnd(of packet: VDPacketFacts) {
    guard let range, let track = passing[packet.stream], packet.time != vd_no_time,
      track.time(packet.time) >= range.end
    else { return }
    passing[packet.stream] = nil
    hasEnded = hasAllImages && !passing.values.contains(where: \.isDense)
  }
}
