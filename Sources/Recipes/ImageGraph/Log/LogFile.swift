import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The destination of texts that `CI_LOG_FILE` specifies: the system log, or a file to which they are appended.
struct LogFile: Sendable {
  /// Nil: the system log.
  private let path: String?

  /// Creates a destination.
  ///
  /// - Parameter name: `oslog` as on a Mac, or a path.
  init(_ name: String) { path = name == "oslog" ? nil : name }

  /// Writes a text by a single call, so that the texts of several threads do not mix.
  func write(_ text: String) {
    guard let path else {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        String(line).withCString { line in withVaList([line]) { vsyslog(LOG_INFO, "CoreImage: %s", $0) } }
      }
      return
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      FileHandle.standardError.write(
        Data("CoreImage: CI_LOG_FILE=\(path) cannot be written: \(reason)\n\(text)\n".utf8))
      return
    }
    defer { close(descriptor) }
    try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data((text + "\n").utf8))
  }
}
