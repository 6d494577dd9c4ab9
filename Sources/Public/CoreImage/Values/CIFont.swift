import Foundation
import ImageFilters

/// A font by name, for the attribute `.font` of attributed strings.
public struct CIFont: Hashable, Sendable {
  /// The name of a family or a PostScript name, for example `HelveticaNeue-Bold`. The closest installed font is used.
  public let name: String
  /// The size in points.
  public let size: CGFloat

  /// Creates a font of that name and size in points. The name is resolved when text is drawn.
  public init(name: String, size: CGFloat) { (self.name, self.size) = (name, size) }
}

/// The attributes that CIAttributedTextImageGenerator supports, with AppKit's names; others are ignored.
extension NSAttributedString.Key {
  /// A `CIFont`; 12 points of Helvetica Neue by default.
  public static let font = NSAttributedString.Key("NSFont")
  /// A `CIColor` or a `CGColor`; black by default.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// A `CIColor` or a `CGColor`; none by default.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// Additional space between letters, in points.
  public static let kern = NSAttributedString.Key("NSKern")
  /// A number; values other than 0 draw a line.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// A number; values other than 0 draw a line.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
}

extension StyledText {
  init(_ string: NSAttributedString) {
    var runs: [Run] = []
    let whole = NSRange(location: 0, length: string.length)
    string.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      var run = Run(text: string.attributedSubstring(from: range).string)
      if let font = attributes[.font] as? CIFont { (run.font, run.size) = (font.name, Double(font.size)) }
      run.color = color(attributes[.foregroundColor])
      run.background = color(attributes[.backgroundColor])
      run.kern = number(from: attributes[.kern])
      run.isUnderlined = (number(from: attributes[.underlineStyle]) ?? 0) != 0
      run.isStruck = (number(from: attributes[.strikethroughStyle]) ?? 0) != 0
      runs.append(run)
    }
    self.init(runs)
  }

  /// The text with the attributes that are supported.
  var attributed: NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    for run in runs {
      var attributes: [NSAttributedString.Key: Any] = [:]
      if let name = run.font { attributes[.font] = CIFont(name: name, size: CGFloat(run.size ?? 12)) }
      attributes[.foregroundColor] = run.color.map(CIColor.init)
      attributes[.backgroundColor] = run.background.map(CIColor.init)
      attributes[.kern] = run.kern
      if run.isUnderlined { attributes[.underlineStyle] = 1 }
      if run.isStruck { attributes[.strikethroughStyle] = 1 }
      result.append(NSAttributedString(string: run.text, attributes: attributes))
    }
    return result
  }
}

private func color(_ object: Any?) -> ColorValue? {
  switch object {
  case let color as CIColor: color.value
  case let color as CGColor: CIColor(cgColor: color).value
  default: nil
  }
}
