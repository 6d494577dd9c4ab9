import CVideo
import CoreMedia
import Foundation

/// The sound of a track as PCM.
final class TrackSound: SampleSource, @unchecked Sendable {
  private let source: SoundSource
  private let pcmFormat: PCMFormat
  private let format: CMFormatDescription
  /// The start time, and the number of sample frames to read.
  private let start: CMTime
  private let count: Int64
  private var readCount: Int64 = 0

  init(_ url: URL, _ track: TrackFacts, _ range: CMTimeRange, _ pcmFormat: PCMFormat) throws(AVError) {
    guard let format = pcmFormat.formatDescription else {
      throw AVError(.decoderTemporarilyUnavailable, "FFmpeg is missing, or has no \(pcmFormat.codec)", url: url)
    }
    source = SoundSource(try MediaFile(url), track, pcmFormat.converted)
    (self.pcmFormat, self.format) = (pcmFormat, format)
    // The output begins with the first sound, not with silence.
    let begins = CMTimeMaximum(range.start, CMTimeMaximum(track.timeRange.start, .zero))
    let unit = TimeUnit(1, pcmFormat.rate)
    start = unit.time(unit.count(begins))
    count = range.duration.isNumeric ? max(unit.count(range.end - start), 0) : .max
  }

  func stop() { source.stop() }

  func open() throws {
    try source.open()
    try source.seek(to: start)
  }

  func next() throws -> CMSampleBuffer? {
    guard readCount < count, let bytes = try source.next() else { return nil }
    let frames = min(Int64(bytes.count / pcmFormat.converted.bytesPerFrame), count - readCount)
    defer { readCount += frames }
    let part = Array(bytes.prefix(Int(frames) * pcmFormat.converted.bytesPerFrame))
    return CMSampleBuffer(
      dataBuffer: CMBlockBuffer(pcmFormat.packed(part)), formatDescription: format, numSamples: Int(frames),
      sampleTiming: CMSampleTimingInfo(
        duration: CMTime(value: frames, timescale: pcmFormat.rate),
        presentationTimeStamp: start + CMTime(value: readCount, timescale: pcmFormat.rate), decodeTimeStamp: .invalid))
  }
}
