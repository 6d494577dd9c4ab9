import CVideo
import Foundation

/// The codec parameters of a stream, which containers and decoders require. They are stored in format descriptions
/// under ``extensionKey``. Immutable.
final class CodecParameters: NSObject, @unchecked Sendable {
  static var extensionKey: NSString { "CodecParameters" }

  let parameters: OpaquePointer
  /// The unit of packets' times.
  let unit: TimeUnit
  /// The PCM format of uncompressed sound.
  let pcmFormat: PCMFormat?

  /// Copies the parameters of a file's stream, or returns nil if there is not enough memory.
  init?(_ file: MediaFile, _ index: Int32, _ stream: VDStream) {
    guard let parameters = vd_input_parameters(file.input, index) else { return nil }
    (self.parameters, unit, pcmFormat) = (parameters, TimeUnit(stream), nil)
  }

  /// Creates the parameters of PCM sound, with times in sample frames, or returns nil if FFmpeg is missing.
  init?(_ pcmFormat: PCMFormat) {
    guard let parameters = vd_parameters_pcm(pcmFormat.codec, pcmFormat.rate, pcmFormat.channels) else { return nil }
    (self.parameters, unit, self.pcmFormat) = (parameters, TimeUnit(1, pcmFormat.rate), pcmFormat)
  }

  deinit { vd_parameters_free(parameters) }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? CodecParameters).map { vd_parameters_equal(parameters, $0.parameters) } ?? false
  }

  // Equal objects need equal hashes; the dictionaries of format descriptions are small.
  override var hash: Int { 0 }
}
