import CVideo
import CoreMedia

/// Streams of a file that go on in another one: their packets as they are, or sound that is encoded anew.
struct PassthroughStreams {
  private let output: OutputFile
  private let range: CMTimeRange
  private let sounds: [Int32: SoundEncoding]
  /// The output's stream for each of the input's.
  private var streams: [Int32: (stream: Int32, track: TrackFacts)] = [:]

  /// Adds the streams to the output, whose header is not yet written.
  ///
  /// - Parameters:
  ///   - sounds: how tracks are encoded, by their places; packets of others are passed on.
  ///   - range: what of them goes on, and begins the output.
  /// - Throws: what the container refuses.
  init(
    _ tracks: [TrackFacts], encoding sounds: [Int32: SoundEncoding], of input: MediaFile, into output: OutputFile,
    in range: CMTimeRange
  ) throws(AVError) {
    (self.output, self.range, self.sounds) = (output, range, sounds)
    var failure = VDFailure()
    for track in tracks {
      let stream: Int32
      if let encoding = sounds[track.index], let parameters = track.parameters {
        stream = encoding.add(to: output.output, &failure)
        guard stream >= 0, vd_output_decode_as(output.output, stream, parameters.parameters, &failure) else {
          throw AVError(failure, output.url)
        }
      } else {
        stream = vd_output_add_copy(output.output, input.input, track.index, &failure)
      }
      guard stream >= 0 else {
        let reason = AVError(failure, output.url)
        let remedy = track.mediaType == .audio ? ", or leave sound out" : ""
        throw AVError(reason.code, "\(reason.message); write .mkv, which takes all\(remedy)", url: output.url)
      }
      streams[track.index] = (stream, track)
    }
  }

  /// Passes a packet on where it is heard in the range, or needed for images in it; frees it.
  ///
  /// - Returns: true where it is passed on.
  @discardableResult
  func write(_ packet: OpaquePointer, _ facts: VDPacketFacts) throws(AVError) -> Bool {
    guard let (stream, track) = streams[facts.stream], isInRange(facts, of: track) else {
      vd_packet_free(packet)
      return false
    }
    if track.mediaType == .subtitle { clip(packet, facts, of: track) }
    var failure = VDFailure()
    let shift = track.unit.count(track.assetStart + range.start)
    guard vd_output_packet(output.output, stream, packet, shift, &failure) else {
      throw AVError(failure, output.url, at: track.time(facts.time))
    }
    return true
  }

  /// Has a line of subtitles be shown in the range only: a time before the output's start would move all other streams.
  private func clip(_ packet: OpaquePointer, _ facts: VDPacketFacts, of track: TrackFacts) {
    let start = track.time(facts.time)
    guard start.isNumeric, facts.duration > 0 else { return }
    let end = min(start + track.unit.time(facts.duration), range.end)
    let first = max(start, range.start)
    vd_packet_set_times(
      packet, track.unit.count(first + track.assetStart), track.unit.count(end - first))
  }

  private func isInRange(_ facts: VDPacketFacts, of track: TrackFacts) -> Bool {
    if isBehind(facts, of: track) { return false }
    // Images are needed from the one on that the first of the range is decoded by, whenever that is shown.
    let start = track.time(facts.time)
    guard track.mediaType != .video, range.start > .zero, start.isNumeric else { return true }
    // Decoders want to have heard what came before.
    let lead = sounds[facts.stream] == nil ? CMTime.zero : CMTime(value: 1, timescale: 10)
    return start + track.unit.time(facts.duration) + lead > range.start
  }

  /// Whether this packet and all that follow in its stream lie behind the range.
  func isBehind(_ facts: VDPacketFacts, of track: TrackFacts) -> Bool {
    // What is decoded before the end may be needed there, whenever it is shown.
    let isDecodedApart = track.mediaType == .video && facts.decodeTime != vd_no_time
    let time = track.time(isDecodedApart ? facts.decodeTime : facts.time)
    return time.isNumeric && time >= range.end
  }
}
