import Foundation

/// Output on standard error.
package enum Terminal {
  /// Whether standard error is a terminal, and not a file or a pipe.
  package static let isInteractive = isatty(2) == 1

  /// Prints a line.
  package static func note(_ line: String) { write(line + "\n") }

  /// Replaces the progress line. If standard error is not a terminal, does nothing.
  package static func progress(_ text: String) {
    if isInteractive { write("\r\u{1B}[K\(text)") }
  }

  /// The number of columns, 80 if it is unknown.
  package static var width: Int {
    var size = winsize()
    return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes text and ignores errors: standard error may be closed.
  private static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
