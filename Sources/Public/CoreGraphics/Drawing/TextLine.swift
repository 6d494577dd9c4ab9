import Foundation

/// Letters in a line, from the origin along x, the base line at y = 0, y up.
///
/// They are laid out together, whatever their fonts: letters of Arabic join, and what is written from right to left
/// stands so. The first letter that has a direction says where the line begins.
package struct TextLine: Sendable {
  /// Letters of one look.
  package struct Run: Sendable {
    package let text: String
    /// A family or a PostScript name.
    package let font: String
    package let size: CGFloat
    /// Added after each letter.
    package let spacing: CGFloat
    package var isUnderlined = false
    package var isStruck = false
    /// False: the letters take their room, and nothing is drawn of them where letters are filled.
    package var isShown = true

    package init(text: String, font: String, size: CGFloat, spacing: CGFloat = 0) {
      (self.text, self.font, self.size, self.spacing) = (text, font, size, spacing)
    }
  }

  package var runs: [Run]

  package init(_ runs: [Run]) { self.runs = runs }

  package var text: String { runs.map(\.text).joined() }

  /// Of the largest letters.
  package var size: CGFloat { runs.map(\.size).max() ?? 0 }
}
