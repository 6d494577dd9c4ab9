import CCodecs
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a picture is written to: memory, or a hidden file that takes its place when it is finished.
package final class PictureSink {
  /// For people: the file's path or the format's name.
  let name: String
  let handle: OpaquePointer
  /// The hidden file; nil for memory, and once the file has taken its place.
  private var temporary: String?

  init(as format: String) throws(CodecError) {
    var failure = cc_failure()
    guard let handle = cc_sink_memory(&failure) else { throw CodecError(failure, format) }
    (name, self.handle, temporary) = (format, handle, nil)
  }

  init(_ url: URL) throws(CodecError) {
    guard url.isFileURL else {
      throw .invalidArgument("\(url.absoluteString) is no file; encode to data and send them")
    }
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let path = url.deletingLastPathComponent().appendingPathComponent(".\(random).part").path
    var failure = cc_failure()
    guard let handle = cc_sink_file(path, &failure) else { throw CodecError(failure, url.path) }
    (name, self.handle, temporary) = (url.path, handle, path)
  }

  deinit {
    cc_sink_close(handle)
    if let temporary { unlink(temporary) }
  }

  /// Puts a file into its place: nobody ever sees half of it, and a failure leaves the old one.
  func finish() throws(CodecError) {
    var failure = cc_failure()
    guard cc_sink_finish(handle, &failure) != 0 else { throw CodecError(failure, name) }
    guard let temporary else { return }
    guard rename(temporary, name) == 0 else {
      throw .io("\(name): the file cannot be replaced: \(String(cString: strerror(errno)))")
    }
    self.temporary = nil
  }

  /// The bytes in memory; they are no longer here then.
  func take() -> Data {
    var byteCount = 0
    guard let bytes = cc_sink_take(handle, &byteCount) else { return Data() }
    return Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
  }
}
