import CoreGraphics
import CoreImage
import Foundation

/// The text of a layer, letter by letter, each with its look: so lines are cut wherever they have to be.
struct LayerText {
  /// How letters look.
  struct Look: Equatable {
    var font: String
    var size: CGFloat
    var color: CGColor?
    var kern: CGFloat = 0
    var isUnderlined = false
    var isStruck = false
  }

  struct Letter {
    let character: Character
    /// Which of the looks.
    let look: Int
  }

  private(set) var looks: [Look]
  private(set) var letters: [Letter] = []

  /// More bytes are not drawn.
  private static let longest = 100_000

  /// - Parameters:
  ///   - string: of a layer. Objects that are no texts are none; of one that is too long nothing is left.
  ///   - usual: what letters look like that do not say it themselves.
  init(_ string: Any?, _ usual: Look) {
    looks = [usual]
    switch string {
    case let text as String: add(text, 0)
    case let text as NSAttributedString:
      var runs: [(text: String, look: Look)] = []
      let whole = NSRange(location: 0, length: text.length)
      text.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
        runs.append((text.attributedSubstring(from: range).string, Look(attributes, usual)))
      }
      looks += runs.map(\.look)
      for (index, run) in runs.enumerated() { add(run.text, index + 1) }
    case let text as NSString: add("\(text)", 0)
    case let text as AttributedString: add(String(text.characters), 0)
    default: break
    }
    if letters.reduce(0, { $0 + $1.character.utf8.count }) > Self.longest { letters = [] }
  }

  private mutating func add(_ text: String, _ look: Int) {
    letters += text.map { Letter(character: $0, look: look) }
  }

  // MARK: Lines

  /// The letters between the ends of lines.
  var paragraphs: [ArraySlice<Letter>] {
    letters.split(omittingEmptySubsequences: false) { $0.character.isNewline }
  }

  /// A paragraph in lines that are no longer than that, where its words allow it.
  func lines(of paragraph: ArraySlice<Letter>, _ width: CGFloat) -> [ArraySlice<Letter>] {
    var (lines, start, end) = ([ArraySlice<Letter>](), paragraph.startIndex, paragraph.startIndex)
    for word in paragraph.split(omittingEmptySubsequences: false, whereSeparator: { $0.character == " " }) {
      if end > start, self.width(paragraph[start..<word.endIndex]) > width {
        lines.append(paragraph[start..<end])
        start = word.startIndex
      }
      end = word.endIndex
    }
    return lines + [paragraph[start..<end]]
  }

  /// The line with an ellipsis in place of as few letters as makes it fit.
  func truncated(_ line: ArraySlice<Letter>, _ width: CGFloat, _ mode: CATextLayerTruncationMode) -> [Letter] {
    guard [.start, .middle, .end].contains(mode), self.width(line) > width else { return Array(line) }
    func shortened(_ count: Int) -> [Letter] {
      let (first, last) =
        mode == .start ? (0, count) : mode == .end ? (count, 0) : ((count + 1) / 2, count / 2)
      let (head, tail) = (line.prefix(first), line.suffix(last))
      let dots = Letter(character: "…", look: (head.last ?? tail.first ?? line.first)?.look ?? 0)
      return Array(head) + [dots] + Array(tail)
    }
    var (fits, long) = (0, line.count)
    while long - fits > 1 {
      let middle = (fits + long) / 2
      if self.width(shortened(middle)) <= width { fits = middle } else { long = middle }
    }
    return shortened(fits)
  }

  /// What the largest letters of a line have; of an empty one those that would be in it.
  func size(_ line: some Collection<Letter>) -> CGFloat {
    max(line.map { looks[$0.look].size }.max() ?? looks[0].size, 0)
  }

  func width(_ line: some Collection<Letter>) -> CGFloat {
    CGFloat((try? self.line(line)?.width()) ?? 0)
  }

  /// True where a paragraph begins on the right.
  func isRightToLeft(_ paragraph: some Collection<Letter>) -> Bool { line(paragraph)?.isRightToLeft ?? false }

  /// - Parameters:
  ///   - isRightToLeft: of the paragraph that the line is a part of; nil: as the line itself begins.
  ///   - color: of the letters that are drawn; nil: all.
  /// - Returns: nil for no letters.
  func line(_ letters: some Collection<Letter>, isRightToLeft: Bool? = nil, only color: CGColor? = nil) -> TextLine? {
    var runs: [TextLine.Run] = []
    var rest = letters[...]
    while let look = rest.first?.look {
      let end = rest.firstIndex { $0.look != look } ?? rest.endIndex
      runs.append(run(String(rest[..<end].map(\.character)), looks[look], color))
      rest = rest[end...]
    }
    guard let first = letters.first else { return nil }
    let line = TextLine(runs)
    guard let isRightToLeft, line.isRightToLeft != isRightToLeft else { return line }
    // A mark without a width says what the line's own letters do not.
    return TextLine([run(isRightToLeft ? "\u{200F}" : "\u{200E}", looks[first.look], color)] + runs)
  }

  private func run(_ text: String, _ look: Look, _ color: CGColor?) -> TextLine.Run {
    var run = TextLine.Run(text: text, font: look.font, size: look.size, spacing: look.kern)
    (run.isUnderlined, run.isStruck) = (look.isUnderlined, look.isStruck)
    run.isShown = color == nil || look.color == color
    return run
  }

  /// The colours of a line's letters, each once.
  func colors(_ line: some Collection<Letter>) -> [CGColor] {
    line.reduce(into: []) { colors, letter in
      if let color = looks[letter.look].color, !colors.contains(color) { colors.append(color) }
    }
  }
}

extension LayerText.Look {
  /// Attributes, and for what they do not say the usual look.
  fileprivate init(_ attributes: [NSAttributedString.Key: Any], _ usual: LayerText.Look) {
    self = usual
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
