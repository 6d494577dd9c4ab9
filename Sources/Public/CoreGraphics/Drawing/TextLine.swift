import Foundation

/// A line of text from the origin along x, with the baseline at y = 0 and y up.
///
/// All runs are laid out together regardless of their fonts: Arabic letters join, and right-to-left text is ordered.
/// The first character with a direction determines the direction of the line.
package struct TextLine: Sendable {
  /// Characters with the same attributes.
  package struct Run: Sendable {
    package let text: String
    /// A family or a PostScript name.
    package let font: String
    package let size: CGFloat
    /// Added after each glyph.
    package let spacing: CGFloat
    package var isUnderlined = false
    package var isStruck = false
    /// Whether filled text is painted. False leaves the space of the glyphs empty.
    package var isShown = true

    package init(text: String, font: String, size: CGFloat, spacing: CGFloat = 0) {
      (self.text, self.font, self.size, self.spacing) = (text, font, size, spacing)
    }
  }

  package var runs: [Run]

  package init(_ runs: [Run]) { self.runs = runs }

  package var text: String { runs.map(\.text).joined() }

  /// The greatest font size.
  package var size: CGFloat { runs.map(\.size).max() ?? 0 }
}
