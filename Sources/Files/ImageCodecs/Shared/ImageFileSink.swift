import CCodecs
import Foundation

/// Where an image is written to: memory, or a file that appears when it is finished.
package final class ImageFileSink {
  /// For people: the file's path or the format's name.
  let name: String
  let handle: OpaquePointer

  init(as format: String) throws(CodecError) {
    var failure = cc_failure()
    guard let handle = cc_sink_memory(&failure) else { throw CodecError(failure, format) }
    (name, self.handle) = (format, handle)
  }

  /// A file, or a device or a pipe that is there: those get all bytes at the end.
  init(_ url: URL) throws(CodecError) {
    guard url.isFileURL else {
      throw .invalidArgument("\(url.absoluteString) is no file; encode to data and send them")
    }
    name = url.path
    var failure = cc_failure()
    let opened = url.withUnsafeFileSystemRepresentation { path in path.flatMap { cc_sink_file($0, &failure) } }
    guard let opened else {
      throw failure.status == 0 ? .invalidArgument("\(name) is no path of a file") : CodecError(failure, name)
    }
    handle = opened
  }

  deinit { cc_sink_close(handle) }

  /// Adds bytes that no encoder writes.
  func append(_ bytes: Data) throws(CodecError) {
    var failure = cc_failure()
    let isDone = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { cc_sink_append(handle, $0, bytes.count, &failure) } ?? 1
    }
    guard isDone != 0 else { throw CodecError(failure, name) }
  }

  /// Puts a file into its place: nobody ever sees half of it, and a failure leaves the old one.
  func finish() throws(CodecError) {
    var failure = cc_failure()
    guard cc_sink_finish(handle, &failure) != 0 else { throw CodecError(failure, name) }
  }

  /// The bytes in memory; they are no longer here then.
  func take() -> Data {
    var byteCount = 0
    guard let bytes = cc_sink_take(handle, &byteCount) else { return Data() }
    return Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
  }
}
