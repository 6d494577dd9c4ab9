import CVideo
import Foundation

/// All that a container and a decoder have to know of packets of a stream: goes with format descriptions, under
/// ``extensionKey``. A value that nobody changes.
final class CodecParameters: NSObject, @unchecked Sendable {
  static var extensionKey: NSString { "CodecParameters" }

  let parameters: OpaquePointer
  /// What times of packets count.
  let unit: TimeUnit
  /// Of sound that is not coded.
  let form: PCMFormat?

  /// What a file says of a stream; nil without memory.
  init?(_ file: MediaFile, _ index: Int32, _ stream: VDStream) {
    guard let parameters = vd_input_parameters(file.input, index) else { return nil }
    (self.parameters, unit, form) = (parameters, TimeUnit(stream), nil)
  }

  /// Sound that is not coded, its times counted in moments; nil without FFmpeg.
  init?(_ form: PCMFormat) {
    guard let parameters = vd_parameters_pcm(form.codec, form.rate, form.channels) else { return nil }
    (self.parameters, unit, self.form) = (parameters, TimeUnit(1, form.rate), form)
  }

  deinit { vd_parameters_free(parameters) }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? CodecParameters).map { vd_parameters_equal(parameters, $0.parameters) } ?? false
  }

  // Equal ones have the same; dictionaries of format descriptions are small.
  override var hash: Int { 0 }
}
