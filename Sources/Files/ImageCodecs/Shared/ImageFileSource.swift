import CCodecs
import Foundation

/// The source of an encoded image: a file or memory.
final class ImageFileSource {
  let name: String
  let handle: OpaquePointer
  /// Retains the memory that is read.
  private let data: NSData?

  /// Opens a file.
  ///
  /// - Parameter folder: the folder that must contain the file after resolving links; nil allows any folder.
  init(_ url: URL, in folder: URL? = nil) throws(CodecError) {
    guard url.isFileURL else {
      throw .invalidArgument("\(url.absoluteString) is no file URL; download it and pass the bytes")
    }
    name = url.path
    var failure = cc_failure()
    let opened = url.withUnsafeFileSystemRepresentation { path in
      path.flatMap { cc_source_file($0, folder?.path, &failure) }
    }
    guard let opened else {
      throw failure.status == 0 ? .invalidArgument("\(name) is no file path") : CodecError(failure, name)
    }
    (handle, data) = (opened, nil)
  }

  init(_ data: NSData) throws(CodecError) {
    name = "image of \(data.length) bytes"
    var failure = cc_failure()
    guard let opened = cc_source_memory(data.length > 0 ? data.bytes : nil, data.length, &failure) else {
      throw CodecError(failure, name)
    }
    (handle, self.data) = (opened, data)
  }

  deinit { cc_source_close(handle) }

  var byteCount: UInt64 { cc_source_size(handle) }

  /// Returns bytes at an offset in the file; fewer at its end.
  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    guard offset < byteCount else { return [] }
    let count = Int(min(UInt64(count), byteCount - offset))
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      initializedCount = count > 0 ? cc_source_peek_at(handle, offset, buffer.baseAddress!, count) : 0
    }
  }

  func format() throws(CodecError) -> ImageFileFormat {
    let start = [UInt8](unsafeUninitializedCapacity: 12) { buffer, count in
      count = cc_source_peek(handle, buffer.baseAddress!, 12)
    }
    if let format = ImageFileFormat(firstBytes: start) { return format }
    let supported = ImageFileFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw .notAnImage(
      start.isEmpty
        ? "\(name) is empty"
        : "\(name) starts with \(start.prefix(8).map(hex).joined(separator: " ")); supported are \(supported)")
  }
}

private func hex(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return byte < 16 ? "0" + digits : digits
}
