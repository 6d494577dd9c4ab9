/// Returns an external text as messages quote it: on one line, without control characters, and with its middle omitted
/// if it is long.
///
/// - Parameter most: the maximum number of Unicode scalars.
package func quoted(_ text: String, most: Int = 80) -> String {
  let all = text.unicodeScalars
  var result = String.UnicodeScalarView(all.prefix(most + 1))
  if result.count > most {
    let tail = most / 3
    result = String.UnicodeScalarView(all.prefix(most - tail - 1))
    result.append("…")
    result.append(contentsOf: all.suffix(tail))
  }
  return String(String.UnicodeScalarView(result.map { $0.isPlain ? $0 : "\u{FFFD}" }))
}

extension Unicode.Scalar {
  /// False for characters that move the cursor, change the direction of a line, or have no glyph.
  fileprivate var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}
