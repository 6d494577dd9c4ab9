import CCodecs
import Foundation

// Reading and writing of other files, with the checks of image files.

/// Returns the bytes of a regular file.
///
/// - Parameter folder: the folder that must contain the file after resolving links; nil allows any folder.
/// - Throws: `limit` for more than `byteLimit` bytes, before any is read; `io` if the URL is no regular file.
package func fileContents(_ url: URL, in folder: URL? = nil, byteLimit: Int) throws(CodecError) -> Data {
  let source = try ImageFileSource(url, in: folder)
  guard source.byteCount <= byteLimit else {
    throw .limit("\(source.name): bytes", requested: source.byteCount, allowed: UInt64(byteLimit))
  }
  var data = Data(count: Int(source.byteCount))
  let read = data.withUnsafeMutableBytes { bytes in
    bytes.baseAddress.map { cc_source_peek(source.handle, $0, bytes.count) } ?? 0
  }
  guard read == data.count else { throw .io("\(source.name): only \(read) of \(data.count) bytes could be read") }
  return data
}

/// Writes a file atomically; existing devices and pipes are written directly.
package func writeFile(_ bytes: Data, to url: URL) throws(CodecError) {
  let sink = try ImageFileSink(url)
  try sink.append(bytes)
  try sink.finish()
}
