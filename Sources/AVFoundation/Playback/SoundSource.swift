import CVideo
import CoreMedia
import Foundation

/// The sound of an asset as pairs of floats, 48,000 a second, from any time on. For one thread at a time, but for
/// `stop`.
final class SoundSource: @unchecked Sendable {
  static let rate = Int(VD_SAMPLES_A_SECOND)

  private let file: MediaFile
  private let track: TrackFacts
  private var converter: OpaquePointer?
  private var isFresh = true
  private var hasEnded = false
  /// The pairs that were asked from here, and those given since.
  private var start = CMTime.zero
  private var given = 0

  /// Decoders of sound want to have heard what came before.
  private static let lead = CMTime(value: 1, timescale: 10)

  /// Nil for an asset without sound.
  init?(_ asset: AVAsset) {
    guard let tracks = try? asset.facts().tracks.filter({ $0.mediaType == .audio }),
      let track = tracks.first(where: { $0.stream.isEnabled }) ?? tracks.first,
      let file = try? MediaFile(asset.source)
    else { return nil }
    (self.track, self.file) = (track, file)
  }

  deinit { vd_converter_free(converter) }

  func stop() { file.stop() }

  func open() throws(AVError) {
    var failure = VDFailure()
    converter = vd_converter_make(&failure)
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

  /// The next pairs, two floats each, without a gap: where the file has none there is silence. Nil behind the end.
  func next() throws(AVError) -> [Float]? {
    while !hasEnded {
      var (block, packet): (OpaquePointer?, OpaquePointer?)
      var failure = VDFailure()
      switch vd_input_next(file.input, &block, &packet, &failure) {
      case VD_FRAME: break
      case VD_END: hasEnded = true
      default: throw AVError(failure, file.url, at: start)
      }
      defer { vd_frame_free(block) }
      var pairs: UnsafePointer<Float>?
      var time: Int64 = 0
      let count = vd_converter_take(converter!, block, &pairs, &time, &failure)
      guard count >= 0 else { throw AVError(failure, file.url, at: start) }
      let found = placed(UnsafeBufferPointer(start: pairs, count: Int(count) * 2), time)
      if !found.isEmpty {
        given += found.count / 2
        return found
      }
    }
    return nil
  }

  /// The pairs of a block that come next: cut, or behind silence, where its time says so.
  private func placed(_ pairs: UnsafeBufferPointer<Float>, _ time: Int64) -> [Float] {
    guard time != vd_no_time else { return Array(pairs) }
    let begins = CMTimeConvertScale(
      track.time(time) - start, timescale: Int32(Self.rate), method: .default)
    let distance = Int(begins.value) - given
    // Clocks of files count milliseconds, so blocks that follow each other seem not to, by a few pairs.
    if given > 0, abs(distance) < Self.rate / 20 { return Array(pairs) }
    if distance >= 0 {
      // No file's gap takes all memory.
      let silence = min(distance, Self.rate * 10)
      return [Float](repeating: 0, count: silence * 2) + pairs
    }
    return Array(pairs.dropFirst(min(-distance * 2, pairs.count)))
  }
}
