import CVideo
import CoreMedia
import Foundation

/// Decoded sound of a track from any time on. For one thread at a time, except for `stop`.
final class SoundSource: @unchecked Sendable {
  /// The format of playback devices: interleaved stereo floats.
  static let deviceFormat = VDSoundFormat(
    sampleFormat: VD_FLOAT32, rate: Int32(VD_SAMPLE_RATE), channels: Int32(VD_CHANNELS))

  let format: VDSoundFormat
  let file: MediaFile
  let track: TrackFacts
  private var converter: OpaquePointer?
  private var isFresh = true
  private var hasEnded = false
  /// The requested start time, and the number of sample frames that were returned since.
  private var start = CMTime.zero
  private var returnedCount = 0

  /// The time before the requested one at which decoding begins, as audio decoders need previous samples.
  private static let lead = CMTime(value: 1, timescale: 10)

  init(_ file: MediaFile, _ track: TrackFacts, _ format: VDSoundFormat) {
    (self.file, self.track, self.format) = (file, track, format)
  }

  /// Creates the source for a player, or returns nil for an asset without sound.
  convenience init?(_ asset: AVAsset) {
    guard let tracks = try? asset.facts().tracks.filter({ $0.mediaType == .audio }),
      let track = tracks.first(where: { $0.stream.isEnabled }) ?? tracks.first,
      let file = try? MediaFile(asset.source)
    else { return nil }
    self.init(file, track, Self.deviceFormat)
  }

  deinit { vd_converter_free(converter) }

  func stop() { file.stop() }

  func open() throws(AVError) {
    var failure = VDFailure()
    var format = format
    converter = vd_converter_make(&format, &failure)
    guard converter != nil else { throw AVError(failure, file.url) }
    try file.open(decoding: track, threads: 1)
  }

  /// Seeks, so that the next samples begin at this time.
  func seek(to time: CMTime) throws(AVError) {
    (start, returnedCount, hasEnded) = (time, 0, false)
    vd_converter_clear(converter!)
    defer { isFresh = false }
    if !isFresh || time != .zero { try file.seek(track, to: CMTimeMaximum(time - Self.lead, .zero)) }
  }

  /// Returns the next samples, with silence in gaps of the file, or nil at the end.
  func next() throws(AVError) -> [UInt8]? {
    while !hasEnded {
      var (block, packet): (OpaquePointer?, OpaquePointer?)
      var failure = VDFailure()
      switch vd_input_next(file.input, &block, &packet, &failure) {
      case VD_FRAME: break
      case VD_END: hasEnded = true
      default: throw AVError(failure, file.url, at: start)
      }
      defer { vd_frame_free(block) }
      var samples: UnsafeRawPointer?
      var time: Int64 = 0
      let count = vd_converter_take(converter!, block, &samples, &time, &failure)
      guard count >= 0 else { throw AVError(failure, file.url, at: start) }
      let found = aligned(UnsafeRawBufferPointer(start: samples, count: Int(count) * format.bytesPerFrame), time)
      if !found.isEmpty {
        returnedCount += found.count / format.bytesPerFrame
        return found
      }
    }
    return nil
  }

  /// Returns the samples of a block that follow the previous ones. According to the block's time, it is trimmed or
  /// preceded by silence.
  private func aligned(_ samples: UnsafeRawBufferPointer, _ time: Int64) -> [UInt8] {
    guard time != vd_no_time else { return Array(samples) }
    let begins = CMTimeConvertScale(track.time(time) - start, timescale: format.rate, method: .default)
    guard begins.isNumeric else { return Array(samples) }
    let distance = Int(begins.value) - returnedCount
    // Times in files may be rounded to milliseconds, so consecutive blocks may seem to be a few samples apart.
    if returnedCount > 0, abs(distance) < Int(format.rate) / 20 { return Array(samples) }
    if distance >= 0 {
      // Limits the memory for a gap.
      let silence = min(distance, Int(format.rate) * 10)
      return [UInt8](repeating: 0, count: silence * format.bytesPerFrame) + samples
    }
    return Array(samples.dropFirst(min(-distance, samples.count / format.bytesPerFrame) * format.bytesPerFrame))
  }
}

extension VDSoundFormat {
  /// The size of a sample frame, in bytes.
  var bytesPerFrame: Int { (sampleFormat == VD_INT16 ? 2 : sampleFormat == VD_FLOAT64 ? 8 : 4) * Int(channels) }
}
