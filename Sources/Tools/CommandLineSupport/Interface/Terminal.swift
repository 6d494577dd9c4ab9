import Foundation

/// What people see on standard error.
package enum Terminal {
  /// True when somebody is looking, not a file or a pipe.
  package static let isWatched = isatty(2) == 1

  package static func note(_ line: String) { write(line + "\n") }

  /// Replaces the progress line; nothing happens when nobody is looking.
  package static func progress(_ text: String) {
    if isWatched { write("\r\u{1B}[K\(text)") }
  }

  /// Letters in a line.
  package static var width: Int {
    var size = winsize()
    return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// What nobody takes is lost: standard error may be closed.
  private static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
