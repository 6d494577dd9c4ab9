import CoreGraphics
import CoreImage
import Foundation

/// The text of a layer, as characters with their styles, so that lines can be broken at any character.
struct LayerText {
  /// The style of characters.
  struct Style: Equatable {
    var font: String
    var size: CGFloat
    var color: CGColor?
    var kern: CGFloat = 0
    var isUnderlined = false
    var isStruck = false
  }

  struct StyledCharacter {
    let character: Character
    /// The index of the style.
    let style: Int
  }

  private(set) var styles: [Style]
  private(set) var characters: [StyledCharacter] = []

  /// The limit of the text, in bytes of UTF-8. A longer text is not drawn.
  private static let maximumBytes = 100_000

  /// - Parameters:
  ///   - string: of a layer. An object that is not a text, or a text that is too long, counts as empty.
  ///   - defaultStyle: replaces missing attributes.
  init(_ string: Any?, _ defaultStyle: Style) {
    styles = [defaultStyle]
    switch string {
    case let text as String: add(text, 0)
    case let text as NSAttributedString:
      var runs: [(text: String, style: Style)] = []
      let whole = NSRange(location: 0, length: text.length)
      text.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
        runs.append((text.attributedSubstring(from: range).string, Style(attributes, defaultStyle)))
      }
      styles += runs.map(\.style)
      for (index, run) in runs.enumerated() { add(run.text, index + 1) }
    case let text as NSString: add("\(text)", 0)
    case let text as AttributedString: add(String(text.characters), 0)
    default: break
    }
    if characters.reduce(0, { $0 + $1.character.utf8.count }) > Self.maximumBytes { characters = [] }
  }

  private mutating func add(_ text: String, _ style: Int) {
    characters += text.map { StyledCharacter(character: $0, style: style) }
  }

  // MARK: Lines

  /// The paragraphs, without their line terminators.
  var paragraphs: [ArraySlice<StyledCharacter>] {
    characters.split(omittingEmptySubsequences: false) { $0.character.isNewline }
  }

  /// Returns a paragraph in lines that are at most `width` long, as far as its words permit.
  func lines(of paragraph: ArraySlice<StyledCharacter>, _ width: CGFloat) -> [ArraySlice<StyledCharacter>] {
    var (lines, start, end) = ([ArraySlice<StyledCharacter>](), paragraph.startIndex, paragraph.startIndex)
    for word in paragraph.split(omittingEmptySubsequences: false, whereSeparator: { $0.character == " " }) {
      if end > start, self.width(paragraph[start..<word.endIndex]) > width {
        lines.append(paragraph[start..<end])
        start = word.startIndex
      }
      end = word.endIndex
    }
    return lines + [paragraph[start..<end]]
  }

  /// Returns the line with an ellipsis in place of as few characters as possible, so that it fits.
  func truncated(
    _ line: ArraySlice<StyledCharacter>, _ width: CGFloat, _ mode: CATextLayerTruncationMode
  ) -> [StyledCharacter] {
    guard [.start, .middle, .end].contains(mode), self.width(line) > width else { return Array(line) }
    func shortened(_ count: Int) -> [StyledCharacter] {
      let (first, last) =
        mode == .start ? (0, count) : mode == .end ? (count, 0) : ((count + 1) / 2, count / 2)
      let (head, tail) = (line.prefix(first), line.suffix(last))
      let dots = StyledCharacter(character: "…", style: (head.last ?? tail.first ?? line.first)?.style ?? 0)
      return Array(head) + [dots] + Array(tail)
    }
    var (fits, long) = (0, line.count)
    while long - fits > 1 {
      let middle = (fits + long) / 2
      if self.width(shortened(middle)) <= width { fits = middle } else { long = middle }
    }
    return shortened(fits)
  }

  /// Returns the largest font size of a line; for an empty line, that of the default style.
  func size(_ line: some Collection<StyledCharacter>) -> CGFloat {
    max(line.map { styles[$0.style].size }.max() ?? styles[0].size, 0)
  }

  func width(_ line: some Collection<StyledCharacter>) -> CGFloat {
    CGFloat((try? self.line(line)?.width()) ?? 0)
  }

  /// Returns whether a paragraph runs from right to left.
  func isRightToLeft(_ paragraph: some Collection<StyledCharacter>) -> Bool { line(paragraph)?.isRightToLeft ?? false }

  /// - Parameters:
  ///   - isRightToLeft: the direction of the line's paragraph; nil is that of the line itself.
  ///   - color: the colour of the characters to draw; nil draws all.
  /// - Returns: nil for no characters.
  func line(
    _ characters: some Collection<StyledCharacter>, isRightToLeft: Bool? = nil, only color: CGColor? = nil
  ) -> TextLine? {
    var runs: [TextLine.Run] = []
    var remaining = characters[...]
    while let style = remaining.first?.style {
      let end = remaining.firstIndex { $0.style != style } ?? remaining.endIndex
      runs.append(run(String(remaining[..<end].map(\.character)), styles[style], color))
      remaining = remaining[end...]
    }
    guard let first = characters.first else { return nil }
    let line = TextLine(runs)
    guard let isRightToLeft, line.isRightToLeft != isRightToLeft else { return line }
    // A directional mark of zero width sets the direction that the line's own characters do not have.
    return TextLine([run(isRightToLeft ? "\u{200F}" : "\u{200E}", styles[first.style], color)] + runs)
  }

  private func run(_ text: String, _ style: Style, _ color: CGColor?) -> TextLine.Run {
    var run = TextLine.Run(text: text, font: style.font, size: style.size, spacing: style.kern)
    (run.isUnderlined, run.isStruck) = (style.isUnderlined, style.isStruck)
    run.isShown = color == nil || style.color == color
    return run
  }

  /// Returns the distinct colours of a line.
  func colors(_ line: some Collection<StyledCharacter>) -> [CGColor] {
    line.reduce(into: []) { colors, character in
      if let color = styles[character.style].color, !colors.contains(color) { colors.append(color) }
    }
  }
}

extension LayerText.Style {
  /// Creates a style from attributes; the default style replaces missing ones.
  fileprivate init(_ attributes: [NSAttributedString.Key: Any], _ defaultStyle: LayerText.Style) {
    self = defaultStyle
    switch attributes[.font] {
    case let font as CIFont: (self.font, size) = (font.name, font.size)
    case let font as CGFont: self.font = font.postScriptName.map { "\($0)" } ?? self.font
    default: break
    }
    switch attributes[.foregroundColor] {
    case let color as CGColor: self.color = color
    case let color as CIColor:
      let components = (0..<color.numberOfComponents).map { color.components[$0] }
      self.color = CGColor(colorSpace: color.colorSpace, components: components) ?? self.color
    default: break
    }
    func number(_ key: NSAttributedString.Key) -> Double? {
      switch attributes[key] {
      case let number as Double: number
      case let number as Int: Double(number)
      case let number as CGFloat: Double(number)
      case let number as NSNumber: number.doubleValue
      default: nil
      }
    }
    kern = number(.kern).map { CGFloat($0) } ?? kern
    isUnderlined = number(.underlineStyle).map { $0 != 0 } ?? isUnderlined
    isStruck = number(.strikethroughStyle).map { $0 != 0 } ?? isStruck
  }
}
