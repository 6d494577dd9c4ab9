import CVideo
import CoreMedia
import Foundation

/// The packets of a track, in decoding order.
final class TrackPackets: SampleSource, @unchecked Sendable {
  private let file: MediaFile
  private let track: TrackFacts
  private let range: CMTimeRange
  private let format: CMFormatDescription
  private var lastTime = CMTime.zero
  private var ready: [CMSampleBuffer] = []
  private var hasEnded = false
  /// Packets whose decode times are not known yet.
  private var undated: [(facts: VDPacketFacts, bytes: Data, timing: CMSampleTimingInfo)] = []
  /// The greatest number of frames that codecs reorder (ITU-T H.264, A.3.1).
  private static let undatedLimit = 16

  init(_ url: URL, _ track: TrackFacts, _ range: CMTimeRange) throws(AVError) {
    (file, self.track, self.range) = (try MediaFile(url), track, range)
    format = track.formatDescription
  }

  func stop() { file.stop() }

  func open() throws {
    try file.open()
    try file.pass(track)
    if range.start > .zero { try file.seek(track, to: range.start) }
  }

  func next() throws -> CMSampleBuffer? {
    while ready.isEmpty, !hasEnded { try read() }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private func read() throws {
    var frame: OpaquePointer?
    var packet: OpaquePointer?
    var failure = VDFailure()
    switch vd_input_next(file.input, &frame, &packet, &failure) {
    case VD_PACKET:
      defer { vd_packet_free(packet) }
      var facts = VDPacketFacts()
      vd_packet_facts(packet!, &facts)
      take(facts, facts.bytes.map { Data(bytes: $0, count: facts.byteCount) } ?? Data())
    case VD_END:
      completeUndated(before: nil)
      hasEnded = true
    default: throw AVError(failure, file.url, at: lastTime)
    }
  }

  private func take(_ facts: VDPacketFacts, _ bytes: Data) {
    let timing = timing(facts)
    if track.mediaType == .video, timing.presentationTimeStamp.isNumeric, !timing.decodeTimeStamp.isNumeric,
      undated.count < Self.undatedLimit
    {
      undated.append((facts, bytes, timing))
      return
    }
    completeUndated(before: timing.decodeTimeStamp)
    let decoded = timing.decodeTimeStamp.isNumeric ? timing.decodeTimeStamp : timing.presentationTimeStamp
    // A packet that is decoded before the end of the range may be a reference, regardless of its presentation time.
    hasEnded = decoded.isNumeric && decoded >= range.end
    if hasEnded { return }
    if decoded.isNumeric { lastTime = decoded }
    if let sample = sample(facts, bytes, timing) { ready.append(sample) }
  }

  /// Sets the decode times of the first packets. Matroska stores only presentation times, so the decoder's delay is
  /// known only after some packets were read. The packets are one frame duration apart, before `time`.
  private func completeUndated(before time: CMTime?) {
    for (index, held) in undated.enumerated() {
      var timing = held.timing
      if let time, time.isNumeric, timing.duration.isNumeric {
        timing.decodeTimeStamp = time - CMTimeMultiply(timing.duration, multiplier: Int32(undated.count - index))
      }
      if let sample = sample(held.facts, held.bytes, timing) { ready.append(sample) }
    }
    undated = []
  }

  private func timing(_ facts: VDPacketFacts) -> CMSampleTimingInfo {
    CMSampleTimingInfo(
      duration: facts.duration > 0 ? track.unit.time(facts.duration) : .invalid,
      presentationTimeStamp: track.time(facts.time), decodeTimeStamp: track.time(facts.decodeTime))
  }

  /// Returns a sample, or nil for sound outside of the range.
  private func sample(_ facts: VDPacketFacts, _ bytes: Data, _ timing: CMSampleTimingInfo) -> CMSampleBuffer? {
    let start = timing.presentationTimeStamp
    // Frames are in the range if their time is, sound if any part of it is.
    let isSound = track.mediaType != .video
    let end = isSound && timing.duration.isNumeric ? start + timing.duration : start
    // Earlier video packets are not shown, but decoders need them.
    let isBefore =
      range.start > .zero && start.isNumeric && start < range.start && (end <= range.start || !isSound)
    if isBefore, isSound { return nil }
    let isAfter = start.isNumeric && start >= range.end
    var attachments: [AnyHashable: Any] = [:]
    if !isSound, !facts.isKey { attachments[kCMSampleAttachmentKey_NotSync] = true }
    if facts.isHidden || isBefore || isAfter {
      attachments[kCMSampleAttachmentKey_DoNotDisplay] = true
    }
    return CMSampleBuffer(
      dataBuffer: CMBlockBuffer(bytes), formatDescription: format, sampleTiming: timing,
      attachments: attachments.isEmpty ? nil : attachments as CFDictionary)
  }
}
