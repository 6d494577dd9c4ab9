import CCodecs
import Foundation

/// The destination of an encoded image: memory, or a file that is created when it is finished.
package final class ImageFileSink {
  /// The file's path or the format's name, for error texts.
  let name: String
  let handle: OpaquePointer

  init(as format: String) throws(CodecError) {
    var failure = cc_failure()
    guard let handle = cc_sink_memory(&failure) else { throw CodecError(failure, format) }
    (name, self.handle) = (format, handle)
  }

  /// Opens a file, or an existing device or pipe, which receives all bytes at the end.
  init(_ url: URL) throws(CodecError) {
    guard url.isFileURL else {
      throw .invalidArgument("\(url.absoluteString) is no file URL; encode to data instead")
    }
    name = url.path
    var failure = cc_failure()
    let opened = url.withUnsafeFileSystemRepresentation { path in path.flatMap { cc_sink_file($0, &failure) } }
    guard let opened else {
      throw failure.status == 0 ? .invalidArgument("\(name) is no file path") : CodecError(failure, name)
    }
    handle = opened
  }

  deinit { cc_sink_close(handle) }

  /// Appends bytes directly, without an encoder.
  func append(_ bytes: Data) throws(CodecError) {
    var failure = cc_failure()
    let isDone = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { cc_sink_append(handle, $0, bytes.count, &failure) } ?? 1
    }
    guard isDone != 0 else { throw CodecError(failure, name) }
  }

  /// Moves the file to its final path. The replacement is atomic, and an error leaves the old file.
  func finish() throws(CodecError) {
    var failure = cc_failure()
    guard cc_sink_finish(handle, &failure) != 0 else { throw CodecError(failure, name) }
  }

  /// Returns the bytes in memory and removes them from the sink.
  func take() -> Data {
    var byteCount = 0
    guard let bytes = cc_sink_take(handle, &byteCount) else { return Data() }
    return Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
  }
}
