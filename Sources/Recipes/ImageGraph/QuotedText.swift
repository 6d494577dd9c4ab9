/// A text that somebody gave, as messages quote it: on one line, without control characters, and with its middle left
/// out where it is longer than anybody reads.
///
/// - Parameter most: how many characters of Unicode are left.
package func quoted(_ text: String, most: Int = 80) -> String {
  let all = text.unicodeScalars
  var shown = String.UnicodeScalarView(all.prefix(most + 1))
  if shown.count > most {
    let tail = most / 3
    shown = String.UnicodeScalarView(all.prefix(most - tail - 1))
    shown.append("…")
    shown.append(contentsOf: all.suffix(tail))
  }
  return String(String.UnicodeScalarView(shown.map { $0.isPlain ? $0 : "\u{FFFD}" }))
}

extension Unicode.Scalar {
  /// False for what moves the cursor, turns the direction of a line, or stands for nothing.
  fileprivate var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}
