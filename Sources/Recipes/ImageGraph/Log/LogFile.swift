import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where `CI_LOG_FILE` sends texts: the system log, or the end of a file.
struct LogFile: Sendable {
  /// Nil: the system log.
  private let path: String?

  /// - Parameter name: `oslog` as on a Mac, or a path.
  init(_ name: String) { path = name == "oslog" ? nil : name }

  /// Each text is written at once, so that those of several threads do not mix.
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
