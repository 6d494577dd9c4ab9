import Foundation

/// What people see on standard error.
enum Terminal {
  /// True when somebody is looking, not a file or a pipe.
  static let isWatched = isatty(2) == 1

  static func note(_ line: String) { write(line + "\n") }

  /// Replaces the progress line; nothing happens when nobody is looking.
  static func progress(_ text: String) {
    if isWatched { write("\r\u{1B}[K\(text)") }
  }

  /// Letters in a line.
  static var width: Int {
    var size = winsize()
    return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
