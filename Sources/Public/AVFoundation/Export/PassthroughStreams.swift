import CVideo
import CoreMedia

/// Streams that are copied from a file to another one, or sound that is encoded again.
struct PassthroughStreams {
  private let output: OutputFile
  private let range: CMTimeRange
  private let sounds: [Int32: SoundEncoding]
  /// The output's stream and the track, by the input's stream index.
  private var streams: [Int32: (stream: Int32, track: TrackFacts)] = [:]

  /// Adds the streams to the output, whose header must not be written yet.
  ///
  /// - Parameters:
  ///   - sounds: the encodings of sound tracks, by stream index. The packets of other tracks are copied.
  ///   - range: the exported part, which begins at the start of the output.
  /// - Throws: an error of the container.
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
        let remedy = track.mediaType == .audio ? ", or omit sound" : ""
        throw AVError(
          reason.code, "\(reason.message); write .mkv, which supports all codecs\(remedy)", url: output.url)
      }
      streams[track.index] = (stream, track)
    }
  }

  /// Writes a packet if it is in the range, or needed to decode frames of it, and frees it.
  ///
  /// - Returns: whether it was written.
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

  /// Limits a subtitle's time to the range. A time before the output's start would shift all other streams.
  private func clip(_ packet: OpaquePointer, _ facts: VDPacketFacts, of track: TrackFacts) {
    let start = track.time(facts.time)
    guard start.isNumeric, facts.duration > 0 else { return }
    let end = min(start + track.unit.time(facts.duration), range.end)
    let first = max(start, range.start)
    vd_packet_set_times(
      packet, track.unit.count(first + track.assetStart), track.unit.count(end - first))
  }

  private func isInRange(_ facts: VDPacketFacts, of track: TrackFacts) -> Bool {
    if isAfterRange(facts, of: track) { return false }
    // Video packets are needed from the key frame before the range, regardless of their presentation times.
    let start = track.time(facts.time)
    guard track.mediaType != .video, range.start > .zero, start.isNumeric else { return true }
    // Audio decoders need some samples before the first one.
    let lead = sounds[facts.stream] == nil ? CMTime.zero : CMTime(value: 1, timescale: 10)
    return start + track.unit.time(facts.duration) + lead > range.start
  }

  /// Returns whether this packet and all later ones of its stream are after the range.
  func isAfterRange(_ facts: VDPacketFacts, of track: TrackFacts) -> Bool {
    // A packet that is decoded before the end of the range may be a reference, regardless of its presentation time.
    let usesDecodeTime = track.mediaType == .video && facts.decodeTime != vd_no_time
    let time = track.time(usesDecodeTime ? facts.decodeTime : facts.time)
    return time.isNumeric && time >= range.end
  }
}
