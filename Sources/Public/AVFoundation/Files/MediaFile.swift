import CVideo
import CoreMedia
import Foundation

/// A file or descriptor that FFmpeg reads. For one thread at a time, except for `stop`, which any thread may call.
final class MediaFile: @unchecked Sendable {
  let url: URL
  let input: OpaquePointer
  /// A descriptor that is read instead of a file.
  private let descriptor: Int32?
  private var isOpen = false

  /// - Throws: an error for URLs that are not files.
  convenience init(_ url: URL) throws(AVError) {
    guard url.isFileURL else {
      throw AVError(
        .operationNotSupportedForAsset,
        "only files can be read (got \(url.scheme ?? "no scheme"):); copy the media to a file",
        url: url)
    }
    try self.init(nil, named: url)
  }

  /// - Parameters:
  ///   - descriptor: remains the caller's.
  ///   - url: the URL that errors contain.
  init(_ descriptor: Int32?, named url: URL) throws(AVError) {
    guard let input = vd_input_make() else { throw AVError(.outOfMemory, "not enough memory", url: url) }
    (self.url, self.input, self.descriptor) = (url, input, descriptor)
  }

  deinit { vd_input_close(input) }

  /// Whether the input is seekable. Data of a descriptor can be read only once.
  var isSeekable: Bool { descriptor == nil }

  /// Reads the header on the first call. It blocks on the disk, so it must not be called on Swift's concurrency pool.
  func open() throws(AVError) {
    if isOpen { return }
    var failure = VDFailure()
    let isRead =
      descriptor.map { vd_input_open_pipe(input, $0, &failure) } ?? vd_input_open(input, url.path, &failure)
    guard isRead else { throw AVError(failure, url) }
    isOpen = true
  }

  /// Stops the current operation and makes later ones fail.
  func stop() { vd_input_stop(input) }

  var streams: [VDStream] {
    (0..<vd_input_stream_count(input)).map { index in
      var stream = VDStream()
      vd_input_stream(input, index, &stream)
      return stream
    }
  }

  /// The file's metadata.
  var tags: [String: String] { Self.tags { vd_input_tag(input, &$0, &$1) } }

  /// Collects tags that `next` returns one after another.
  static func tags(_ next: (inout UnsafeMutableRawPointer?, inout VDTag) -> Bool) -> [String: String] {
    var tags: [String: String] = [:]
    var iterator: UnsafeMutableRawPointer?
    var tag = VDTag()
    while next(&iterator, &tag) { tags[String(cString: tag.key!)] = String(cString: tag.value!) }
    return tags
  }
}

extension AVError {
  /// Converts an error of CVideo.
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
      case VD_FILE_EXISTS: .fileAlreadyExists
      case VD_DISK_FULL: .diskFull
      case VD_CLOSED: .exportFailed
      case VD_NO_MEMORY: .outOfMemory
      default: .unknown
      }
    self.init(code, text, url: url, time: time)
  }
}

/// Returns the string in a C array.
func text<Array>(_ array: Array) -> String {
  withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
