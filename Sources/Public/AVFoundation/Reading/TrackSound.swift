import CVideo
import CoreMedia
import Foundation

/// The sound of a track as numbers that are not coded.
final class TrackSound: SampleSource, @unchecked Sendable {
  private let source: SoundSource
  private let form: PCMFormat
  private let format: CMFormatDescription
  /// What of it is wanted: moments of its own.
  private let start: CMTime
  private let count: Int64
  private var given: Int64 = 0

  init(_ url: URL, _ track: TrackFacts, _ range: CMTimeRange, _ form: PCMFormat) throws(AVError) {
    guard let format = form.formatDescription else {
      throw AVError(.decoderTemporarilyUnavailable, "FFmpeg is not there, or has no \(form.codec)", url: url)
    }
    source = SoundSource(try MediaFile(url), track, form.converted)
    (self.form, self.format) = (form, format)
    // What is before the first sound is no silence of it.
    let begins = CMTimeMaximum(range.start, CMTimeMaximum(track.timeRange.start, .zero))
    let unit = TimeUnit(1, form.rate)
    start = unit.time(unit.count(begins))
    count = range.duration.isNumeric ? max(unit.count(range.end - start), 0) : .max
  }

  func stop() { source.stop() }

  func open() throws {
    try source.open()
    try source.seek(to: start)
  }

  func next() throws -> CMSampleBuffer? {
    guard given < count, let bytes = try source.next() else { return nil }
    let moments = min(Int64(bytes.count / form.converted.momentBytes), count - given)
    defer { given += moments }
    let part = Array(bytes.prefix(Int(moments) * form.converted.momentBytes))
    return CMSampleBuffer(
      dataBuffer: CMBlockBuffer(form.packed(part)), formatDescription: format, numSamples: Int(moments),
      sampleTiming: CMSampleTimingInfo(
        duration: CMTime(value: moments, timescale: form.rate),
        presentationTimeStamp: start + CMTime(value: given, timescale: form.rate), decodeTimeStamp: .invalid))
  }
}
