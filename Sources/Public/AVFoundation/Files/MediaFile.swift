import CVideo
import CoreMedia
import Foundation

/// A file that FFmpeg reads, or a descriptor. For one thread at a time, but for `stop`, which is for any.
final class MediaFile: @unchecked Sendable {
  let url: URL
  let input: OpaquePointer
  /// What is read in place of a file.
  private let descriptor: Int32?
  private var isOpen = false

  /// - Throws: for addresses that are no files.
  convenience init(_ url: URL) throws(AVError) {
    guard url.isFileURL else {
      throw AVError(
        .operationNotSupportedForAsset, "only files are read, \(url.scheme ?? "nothing"): is asked; copy it to a file",
        url: url)
    }
    try self.init(nil, named: url)
  }

  /// - Parameters:
  ///   - descriptor: stays the caller's.
  ///   - url: what errors name.
  init(_ descriptor: Int32?, named url: URL) throws(AVError) {
    guard let input = vd_input_make() else { throw AVError(.outOfMemory, "there is no memory", url: url) }
    (self.url, self.input, self.descriptor) = (url, input, descriptor)
  }

  deinit { vd_input_close(input) }

  /// False where what was read is gone.
  var canGoBack: Bool { descriptor == nil }

  /// Reads the header, unless that is done. Takes as long as the disk does: not for Swift's own threads.
  func open() throws(AVError) {
    if isOpen { return }
    var failure = VDFailure()
    let isRead =
      descriptor.map { vd_input_open_pipe(input, $0, &failure) } ?? vd_input_open(input, url.path, &failure)
    guard isRead else { throw AVError(failure, url) }
    isOpen = true
  }

  /// Ends what runs now, and refuses all that comes.
  func stop() { vd_input_stop(input) }

  var streams: [VDStream] {
    (0..<vd_input_stream_count(input)).map { index in
      var stream = VDStream()
      vd_input_stream(input, index, &stream)
      return stream
    }
  }

  /// Texts that the file says of itself.
  var tags: [String: String] { Self.tags { vd_input_tag(input, &$0, &$1) } }

  /// Texts that are given one after the other.
  static func tags(_ next: (inout UnsafeMutableRawPointer?, inout VDTag) -> Bool) -> [String: String] {
    var tags: [String: String] = [:]
    var place: UnsafeMutableRawPointer?
    var tag = VDTag()
    while next(&place, &tag) { tags[String(cString: tag.key!)] = String(cString: tag.value!) }
    return tags
  }
}

extension AVError {
  /// What the C side says, in the codes of this module.
  init(_ failure: VDFailure, _ url: URL?, at time: CMTime? = nil) {
    var failure = failure
    let text = String(cString: vd_failure_text(&failure))
    let code: Code =
      switch failure.status {
      case VD_NO_FFMPEG: .decoderTemporarilyUnavailable
      case VD_NOT_RECOGNIZED: .fileFormatNotRecognized
      case VD_NOT_PARSED, VD_TRUNCATED: .fileFailedToParse
      case VD_NO_DECODER: .decoderNotFound
      case VD_NO_ENCODER: .encoderNotFound
      case VD_DAMAGED: .decodeFailed
      case VD_UNSUPPORTED: .operationNotSupportedForAsset
      case VD_STOPPED: .operationCancelled
      case VD_NO_FILE: .fileNotFound
      case VD_NO_PERMISSION: .applicationIsNotAuthorized
      case VD_THERE_ALREADY: .fileAlreadyExists
      case VD_DISK_FULL: .diskFull
      case VD_CLOSED: .exportFailed
      case VD_NO_MEMORY: .outOfMemory
      default: .unknown
      }
    self.init(code, text, url: url, time: time)
  }
}

/// The text in an array of C.
func text<Array>(_ array: Array) -> String {
  withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
