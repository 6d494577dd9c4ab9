import CVideo
import CoreMedia
import Foundation

/// The sound of a track as numbers, from any time on. For one thread at a time, but for `stop`.
final class SoundSource: @unchecked Sendable {
  /// What devices are given: pairs of floats.
  static let deviceForm = VDSoundForm(
    numbers: VD_FLOAT32, rate: Int32(VD_SAMPLES_A_SECOND), channels: Int32(VD_CHANNELS))

  let form: VDSoundForm
  let file: MediaFile
  let track: TrackFacts
  private var converter: OpaquePointer?
  private var isFresh = true
  private var hasEnded = false
  /// The time that was asked for, and the moments given since.
  private var start = CMTime.zero
  private var given = 0

  /// Decoders of sound want to have heard what came before.
  private static let lead = CMTime(value: 1, timescale: 10)

  init(_ file: MediaFile, _ track: TrackFacts, _ form: VDSoundForm) {
    (self.file, self.track, self.form) = (file, track, form)
  }

  /// What a player plays; nil for an asset without sound.
  convenience init?(_ asset: AVAsset) {
    guard let tracks = try? asset.facts().tracks.filter({ $0.mediaType == .audio }),
      let track = tracks.first(where: { $0.stream.isEnabled }) ?? tracks.first,
      let file = try? MediaFile(asset.source)
    else { return nil }
    self.init(file, track, Self.deviceForm)
  }

  deinit { vd_converter_free(converter) }

  func stop() { file.stop() }

  func open() throws(AVError) {
    var failure = VDFailure()
    var form = form
    converter = vd_converter_make(&form, &failure)
    guard converter != nil else { throw AVError(failure, file.url) }
    try file.open(decoding: track, threads: 1)
  }

  /// What is given next begins at this time.
  func seek(to time: CMTime) throws(AVError) {
    (start, given, hasEnded) = (time, 0, false)
    vd_converter_clear(converter!)
    defer { isFresh = false }
    if !isFresh || time != .zero { try file.seek(track, to: CMTimeMaximum(time - Self.lead, .zero)) }
  }

  /// The next moments, without a gap: where the file has none there is silence. Nil behind the end.
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
      var moments: UnsafeRawPointer?
      var time: Int64 = 0
      let count = vd_converter_take(converter!, block, &moments, &time, &failure)
      guard count >= 0 else { throw AVError(failure, file.url, at: start) }
      let found = placed(UnsafeRawBufferPointer(start: moments, count: Int(count) * form.momentBytes), time)
      if !found.isEmpty {
        given += found.count / form.momentBytes
        return found
      }
    }
    return nil
  }

  /// The moments of a block that come next: cut, or behind silence, where its time says so.
  private func placed(_ moments: UnsafeRawBufferPointer, _ time: Int64) -> [UInt8] {
    guard time != vd_no_time else { return Array(moments) }
    let begins = CMTimeConvertScale(track.time(time) - start, timescale: form.rate, method: .default)
    guard begins.isNumeric else { return Array(moments) }
    let distance = Int(begins.value) - given
    // Clocks of files count milliseconds, so blocks that follow each other seem not to, by a few moments.
    if given > 0, abs(distance) < Int(form.rate) / 20 { return Array(moments) }
    if distance >= 0 {
      // No file's gap takes all memory.
      let silence = min(distance, Int(form.rate) * 10)
      return [UInt8](repeating: 0, count: silence * form.momentBytes) + moments
    }
    return Array(moments.dropFirst(min(-distance, moments.count / form.momentBytes) * form.momentBytes))
  }
}

extension VDSoundForm {
  /// Bytes of the numbers of all channels.
  var momentBytes: Int { (numbers == VD_INT16 ? 2 : numbers == VD_FLOAT64 ? 8 : 4) * Int(channels) }
}
