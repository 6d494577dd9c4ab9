import CCodecs
import Foundation

// Files that are no images, read and written as carefully as those.

/// The bytes of a regular file.
///
/// - Parameter folder: where the file must lie, whatever links say; nil: anywhere.
/// - Throws: `limit` for more than `byteLimit` bytes, before any is read; `io` for what is no file.
package func fileContents(_ url: URL, in folder: URL? = nil, byteLimit: Int) throws(CodecError) -> Data {
  let source = try ImageFileSource(url, in: folder)
  guard source.byteCount <= byteLimit else {
    throw .limit("\(source.name): bytes", requested: source.byteCount, allowed: UInt64(byteLimit))
  }
  var data = Data(count: Int(source.byteCount))
  let read = data.withUnsafeMutableBytes { bytes in
    bytes.baseAddress.map { cc_source_peek(source.handle, $0, bytes.count) } ?? 0
  }
  guard read == data.count else { throw .io("\(source.name): \(read) of \(data.count) bytes could be read") }
  return data
}

/// Puts bytes into a file, whole and in one step; devices and pipes that are there are written to.
package func writeFile(_ bytes: Data, to url: URL) throws(CodecError) {
  let sink = try ImageFileSink(url)
  try sink.append(bytes)
  try sink.finish()
}
