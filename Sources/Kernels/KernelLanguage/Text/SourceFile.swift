/// A source file: the compiled one, or an included one.
struct SourceFile: Sendable {
  let name: String
  let bytes: [UInt8]

  /// Returns a line, counted from 1, and the column in it. Of a long line, only the text around the column is returned.
  func excerpt(line number: Int, column: Int) -> (text: String, column: Int) {
    var (start, line) = (0, 1)
    while line < number, start < bytes.count {
      if bytes[start] == UInt8(ascii: "\n") { line += 1 }
      start += 1
    }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), end - start < column + Self.around { end += 1 }
    var scalars = Array(String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars)
    var caret = column
    if scalars.count > 2 * Self.around, column > Self.around {
      scalars.removeFirst(min(column - Self.around, scalars.count))
      caret = Self.around
    }
    var text = ""
    for scalar in scalars.prefix(2 * Self.around) { text.unicodeScalars.append(scalar.value < 32 ? " " : scalar) }
    return (text, caret)
  }

  private static let around = 80
}

/// The start of a token: the index of its file, line and column from 1.
struct SourceLocation: Hashable, Sendable {
  var file: Int
  var line: Int
  var column: Int

  static let start = SourceLocation(file: 0, line: 1, column: 1)
}
