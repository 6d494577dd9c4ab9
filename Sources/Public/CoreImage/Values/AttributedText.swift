import Foundation
import ImageFilters

/// A font by its name, for the attribute `.font` of attributed strings.
public struct CIFont: Hashable, Sendable {
  /// A family or a PostScript name, for example `HelveticaNeue-Bold`; the nearest font that is installed is taken.
  public let name: String
  /// Points.
  public let size: CGFloat

  /// A font of that name and size in points; whether it is installed is seen when text is drawn.
  public init(name: String, size: CGFloat) { (self.name, self.size) = (name, size) }
}

/// The attributes that CIAttributedTextImageGenerator knows, with AppKit's names; others are passed over.
extension NSAttributedString.Key {
  /// A `CIFont`; 12 points of Helvetica Neue by itself.
  public static let font = NSAttributedString.Key("NSFont")
  /// A `CIColor` or a `CGColor`; black by itself.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// A `CIColor` or a `CGColor`; nothing by itself.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// Points between letters.
  public static let kern = NSAttributedString.Key("NSKern")
  /// A number; not 0 is a line.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// A number; not 0 is a line.
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

  /// The text and those of its attributes that were understood.
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
