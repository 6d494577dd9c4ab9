/// Text in runs, each of one style.
package struct StyledText: Hashable, Sendable {
  /// A run of a text and its style. Properties that are nil follow the surrounding text, or the default.
  package struct Run: Hashable, Sendable {
    package var text: String
    /// A family or a PostScript name, for example `HelveticaNeue-Bold`.
    package var font: String?
    /// The size in points, which are pixels at scale 1.
    package var size: Double?
    package var color: ColorValue?
    package var background: ColorValue?
    /// The distance between letters, in points.
    package var kern: Double?
    package var isUnderlined = false
    package var isStruck = false

    package init(text: String, font: String? = nil, size: Double? = nil, color: ColorValue? = nil) {
      (self.text, self.font, self.size, self.color) = (text, font, size, color)
    }
  }

  package var runs: [Run]

  package init(_ runs: [Run]) { self.runs = runs }

  private static let longest = 100_000
  private static let tallest = 16_384.0

  /// Renders the text in black on a clear background.
  ///
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - padding: pixels on each side.
  ///   - filter: the filter's name, for messages.
  /// - Returns: nil for text of no extent.
  /// - Throws: `invalidArgument` for a size that is not a number, `limit` for text or an image that is too large,
  ///   `unsupported` without Pango.
  func source(scale: Double, padding: Int, filter: String) throws(RenderError) -> Source? {
    let length = runs.reduce(0) { $0 + $1.text.utf8.count }
    guard length <= Self.longest else {
      throw .limit("\(filter): bytes of inputText", requested: UInt64(length), allowed: UInt64(Self.longest))
    }
    let sizes = runs.map { $0.size ?? 12 }
    let size = (sizes.max() ?? 0) * scale
    // The maximum of numbers that include NaN is unspecified.
    guard !size.isNaN, !sizes.contains(where: \.isNaN) else {
      throw .invalidArgument("\(filter): the size of a font is nan; give a number of points")
    }
    guard size <= Self.tallest else {
      throw .limit("\(filter): pixels of a letter", requested: UInt64(min(size, 1e18)), allowed: UInt64(Self.tallest))
    }
    // Pango writes a warning to standard error for text of no size, which has no extent.
    if runs.allSatisfy({ $0.units == 0 }) { return nil }
    return try PangoLibrary.shared.get().image(markup, scale: max(scale, 0), padding: padding, filter)
  }

  /// The text in Pango's markup language.
  var markup: String {
    runs.filter { $0.units > 0 }.map { run in
      let name = FontName(run.font ?? "HelveticaNeue")
      var attributes = [
        ("font_family", name.families), ("weight", name.weight), ("style", name.isItalic ? "italic" : "normal"),
      ]
      attributes.append(("size", "\(run.units)"))
      let color = run.color ?? .black
      attributes += [("foreground", color.hexadecimal), ("alpha", color.coverage)]
      if let background = run.background {
        attributes += [("background", background.hexadecimal), ("background_alpha", background.coverage)]
      }
      if let kern = run.kern, !kern.isNaN {
        attributes.append(("letter_spacing", "\(Int(clamped(kern, -1000...1000) * 1024))"))
      }
      if run.isUnderlined { attributes.append(("underline", "single")) }
      if run.isStruck { attributes.append(("strikethrough", "true")) }
      let list = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
      return "<span\(list)>\(escaped(run.text))</span>"
    }.joined()
  }
}

extension StyledText.Run {
  /// The size in Pango units, 1024 to a point.
  fileprivate var units: Int { Int(clamped(size ?? 12, 0...10_000) * 1024) }
}

/// Returns text that is valid between tags: characters that XML does not allow become U+FFFD.
private func escaped(_ text: String) -> String {
  text.unicodeScalars.reduce(into: "") { result, sign in
    switch sign {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\t", "\n", "\r": result.unicodeScalars.append(sign)
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(sign)
    }
  }
}

/// Returns the number of the range that is nearest to `number`; for NaN, the first.
private func clamped(_ number: Double, _ range: ClosedRange<Double>) -> Double {
  number.isNaN ? range.lowerBound : min(max(number, range.lowerBound), range.upperBound)
}

extension ColorValue {
  fileprivate var hexadecimal: String {
    "#"
      + [red, green, blue].map { component in
        let byte = String(Int((clamped(component, 0...1) * 255).rounded()), radix: 16)
        return byte.count == 1 ? "0" + byte : byte
      }.joined()
  }

  /// The alpha in Pango's range 1...65535; Pango treats 0 as unspecified.
  fileprivate var coverage: String { "\(max(Int((clamped(alpha, 0...1) * 65535).rounded()), 1))" }
}

extension StyledText: ParameterValue {
  package static var className: String { "NSAttributedString" }
  package init?(_ value: InputValue) {
    guard case .styledText(let text) = value else { return nil }
    self = text
  }
  package var inputValue: InputValue { .styledText(self) }
}
