import CoreGraphics
import Foundation

/// A layer that draws text, with its first line at the top of the bounds. It is drawn into the layer's own bitmap, so
/// set `contentsScale` to the target's scale.
///
/// The supported attributes of an attributed string are `.font` (a `CIFont`, or a `CGFont` for the name only),
/// `.foregroundColor` (a `CGColor` or `CIColor`), `.kern`, `.underlineStyle` and `.strikethroughStyle`. The layer's
/// properties replace missing attributes. The direction of a paragraph is that of its first letter.
open class CATextLayer: CALayer {
  override class var properties: LayerPropertyTable { TextProperties.table }

  /// A `String` or an `NSAttributedString`, which must not change any more; of an `AttributedString`, the characters
  /// are used.
  public var string: Any? {
    get { readObject(TextProperties.string)?.object }
    set { set(TextProperties.string, newValue.map { AnyValue(object: $0) }) }
  }

  /// The name of a font, or a `CGFont`; nil is Helvetica, or its nearest match.
  public var font: CFTypeRef? {
    get { (readObject(TextProperties.font)?.object).map { $0 as AnyObject } }
    set { set(TextProperties.font, newValue.map { AnyValue(object: $0) }) }
  }

  /// The font size, in points.
  public var fontSize: CGFloat {
    get { read(TextProperties.fontSize) }
    set { set(TextProperties.fontSize, newValue) }
  }

  /// The text colour; nil draws nothing.
  public var foregroundColor: CGColor? {
    get { readObject(TextProperties.foregroundColor) }
    set { set(TextProperties.foregroundColor, newValue) }
  }

  /// If true, lines are wrapped between words at the width of the bounds.
  public var isWrapped: Bool {
    get { read(TextProperties.isWrapped) }
    set { set(TextProperties.isWrapped, newValue) }
  }

  /// The truncation of lines that are too long, in logical order: the end of Hebrew text is on the left.
  public var truncationMode: CATextLayerTruncationMode {
    get { read(TextProperties.truncationMode) }
    set { set(TextProperties.truncationMode, newValue) }
  }

  /// The alignment of lines; `natural` and `justified` follow the direction of the paragraph.
  public var alignmentMode: CATextLayerAlignmentMode {
    get { read(TextProperties.alignmentMode) }
    set { set(TextProperties.alignmentMode, newValue) }
  }

  /// Stored without effect; glyphs are always at subpixel positions.
  public var allowsFontSubpixelQuantization: Bool {
    get { read(TextProperties.allowsFontSubpixelQuantization) }
    set { set(TextProperties.allowsFontSubpixelQuantization, newValue) }
  }

  public override func draw(in ctx: CGContext) {
    var defaultStyle = LayerText.Style(font: "Helvetica", size: fontSize, color: foregroundColor)
    switch font {
    case let font as CGFont: defaultStyle.font = font.postScriptName.map { "\($0)" } ?? defaultStyle.font
    case let name as NSString: defaultStyle.font = "\(name)"
    default: break
    }
    let text = LayerText(string, defaultStyle)
    ctx.saveGState()
    defer { ctx.restoreGState() }
    // The top as displayed: in a flipped bitmap, the text is flipped too, so that it is upright.
    var (top, sign) = (bounds.maxY, CGFloat(1))
    if contentsAreFlipped() { (top, sign) = (bounds.minY, -1) }
    ctx.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: sign, tx: 0, ty: 0)
    var offset = CGFloat(0)
    for paragraph in text.paragraphs {
      let isRightToLeft = text.isRightToLeft(paragraph)
      for line in isWrapped ? text.lines(of: paragraph, bounds.width) : [paragraph] {
        guard offset < bounds.height else { return }
        // The ascent and the line height of Helvetica, as fractions of the font size.
        let size = text.size(line)
        draw(line, of: text, isRightToLeft, at: top - sign * (offset + 0.77 * size), in: ctx)
        offset += 1.15 * size
      }
    }
  }

  private func draw(
    _ line: ArraySlice<LayerText.StyledCharacter>, of text: LayerText, _ isRightToLeft: Bool, at y: CGFloat,
    in ctx: CGContext
  ) {
    let visible = text.truncated(line, bounds.width, truncationMode)
    let space = bounds.width - text.width(visible)
    let start: CGFloat =
      switch alignmentMode {
      case .right: space
      case .center: space / 2
      case .left: 0
      default: isRightToLeft ? space : 0
      }
    for color in text.colors(visible) {
      guard let characters = text.line(visible, isRightToLeft: isRightToLeft, only: color) else { continue }
      ctx.setFillColor(color)
      ctx.textPosition = CGPoint(x: bounds.minX + start, y: y)
      ctx.showText(characters)
    }
  }
}
