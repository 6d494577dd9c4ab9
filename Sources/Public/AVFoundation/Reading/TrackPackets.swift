import CVideo
import CoreMedia
import Foundation

/// Packets of a track as they are in the file, in the order in which they are decoded.
final class TrackPackets: SampleSource, @unchecked Sendable {
  private let file: MediaFile
  private let track: TrackFacts
  private let range: CMTimeRange
  private let format: CMFormatDescription
  private var lastTime = CMTime.zero
  private var ready: [CMSampleBuffer] = []
  private var hasEnded = false
  /// Packets of which nobody knows yet when they are decoded.
  private var undated: [(facts: VDPacketFacts, bytes: Data, timing: CMSampleTimingInfo)] = []
  /// What codecs hold back is 16 images at most (ITU-T H.264, A.3.1).
  private static let mostUndated = 16

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
      giveUndated(before: nil)
      hasEnded = true
    default: throw AVError(failure, file.url, at: lastTime)
    }
  }

  private func take(_ facts: VDPacketFacts, _ bytes: Data) {
    let timing = timing(facts)
    if track.mediaType == .video, timing.presentationTimeStamp.isNumeric, !timing.decodeTimeStamp.isNumeric,
      undated.count < Self.mostUndated
    {
      undated.append((facts, bytes, timing))
      return
    }
    giveUndated(before: timing.decodeTimeStamp)
    let decoded = timing.decodeTimeStamp.isNumeric ? timing.decodeTimeStamp : timing.presentationTimeStamp
    // What is decoded before the end may be needed there, whenever it is shown.
    hasEnded = decoded.isNumeric && decoded >= range.end
    if hasEnded { return }
    if decoded.isNumeric { lastTime = decoded }
    if let sample = sample(facts, bytes, timing) { ready.append(sample) }
  }

  /// Matroska says when packets are shown. When the first of them are decoded, nobody finds out before some are read:
  /// one image's time before each other.
  private func giveUndated(before time: CMTime?) {
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

  /// Nil for sound that is not heard in the range.
  private func sample(_ facts: VDPacketFacts, _ bytes: Data, _ timing: CMSampleTimingInfo) -> CMSampleBuffer? {
    let start = timing.presentationTimeStamp
    // Images are in the range with their time, sound with any moment of it.
    let isSound = track.mediaType != .video
    let end = isSound && timing.duration.isNumeric ? start + timing.duration : start
    // What is before all is heard by nobody, and decoders need it.
    let isBefore =
      range.start > .zero && start.isNumeric && start < range.start && (end <= range.start || !isSound)
    if isBefore, isSound { return nil }
    let isBehind = start.isNumeric && start >= range.end
    var attachments: [AnyHashable: Any] = [:]
    if !isSound, !facts.isKey { attachments[kCMSampleAttachmentKey_NotSync] = true }
    if facts.isHidden || isBefore || isBehind {
      attachments[kCMSampleAttachmentKey_DoNotDisplay] = true
    }
    return CMSampleBuffer(
      dataBuffer: CMBlockBuffer(bytes), formatDescription: format, sampleTiming: timing,
      attachments: attachments.isEmpty ? nil : attachments as CFDictionary)
  }
}
