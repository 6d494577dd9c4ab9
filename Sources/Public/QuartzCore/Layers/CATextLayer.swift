import CoreGraphics
import Foundation

/// Text, its first line at the top of the bounds. It is drawn into the layer's own bitmap, so set `contentsScale` to
/// the target's scale.
///
/// Runs of an attributed string have the attributes `.font` (a `CIFont`, or a `CGFont` for the name alone),
/// `.foregroundColor` (a `CGColor` or `CIColor`), `.kern`, `.underlineStyle` and `.strikethroughStyle`; what a run does
/// not say is as the layer has it. A paragraph whose first letter is of a script that is written to the left begins on
/// the right.
open class CATextLayer: CALayer {
  override class var properties: LayerPropertyTable { TextProperties.table }

  /// A `String` or an `NSAttributedString`, which is not to change any more; of an `AttributedString` the characters.
  public var string: Any? {
    get { readObject(TextProperties.string)?.object }
    set { set(TextProperties.string, newValue.map { AnyValue(object: $0) }) }
  }

  /// A font's name, or a `CGFont`; nil: Helvetica, or what is nearest to it.
  public var font: CFTypeRef? {
    get { (readObject(TextProperties.font)?.object).map { $0 as AnyObject } }
    set { set(TextProperties.font, newValue.map { AnyValue(object: $0) }) }
  }

  /// Points.
  public var fontSize: CGFloat {
    get { read(TextProperties.fontSize) }
    set { set(TextProperties.fontSize, newValue) }
  }

  /// Of the letters; nil: nothing is drawn.
  public var foregroundColor: CGColor? {
    get { readObject(TextProperties.foregroundColor) }
    set { set(TextProperties.foregroundColor, newValue) }
  }

  /// True: lines end between words at the sides of the bounds.
  public var isWrapped: Bool {
    get { read(TextProperties.isWrapped) }
    set { set(TextProperties.isWrapped, newValue) }
  }

  /// Where lines that are too long are cut, in the order of their letters: the end of Hebrew is on the left.
  public var truncationMode: CATextLayerTruncationMode {
    get { read(TextProperties.truncationMode) }
    set { set(TextProperties.truncationMode, newValue) }
  }

  /// Where lines begin; natural, which is `justified` too: where their paragraph does.
  public var alignmentMode: CATextLayerAlignmentMode {
    get { read(TextProperties.alignmentMode) }
    set { set(TextProperties.alignmentMode, newValue) }
  }

  /// Kept; letters always stand where they belong, between pixels too.
  public var allowsFontSubpixelQuantization: Bool {
    get { read(TextProperties.allowsFontSubpixelQuantization) }
    set { set(TextProperties.allowsFontSubpixelQuantization, newValue) }
  }

  public override func draw(in ctx: CGContext) {
    var usual = LayerText.Look(font: "Helvetica", size: fontSize, color: foregroundColor)
    switch font {
    case let font as CGFont: usual.font = font.postScriptName.map { "\($0)" } ?? usual.font
    case let name as NSString: usual.font = "\(name)"
    default: break
    }
    let text = LayerText(string, usual)
    ctx.saveGState()
    defer { ctx.restoreGState() }
    // The top is where the viewer's is: in a flipped bitmap letters would stand on their heads.
    var (top, sign) = (bounds.maxY, CGFloat(1))
    if contentsAreFlipped() { (top, sign) = (bounds.minY, -1) }
    ctx.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: sign, tx: 0, ty: 0)
    var below = CGFloat(0)
    for paragraph in text.paragraphs {
      let isRightToLeft = text.isRightToLeft(paragraph)
      for line in isWrapped ? text.lines(of: paragraph, bounds.width) : [paragraph] {
        guard below < bounds.height else { return }
        // Ascent and height of Helvetica, in font sizes.
        let size = text.size(line)
        draw(line, of: text, isRightToLeft, at: top - sign * (below + 0.77 * size), in: ctx)
        below += 1.15 * size
      }
    }
  }

  private func draw(
    _ line: ArraySlice<LayerText.Letter>, of text: LayerText, _ isRightToLeft: Bool, at y: CGFloat, in ctx: CGContext
  ) {
    let shown = text.truncated(line, bounds.width, truncationMode)
    let free = bounds.width - text.width(shown)
    let start: CGFloat =
      switch alignmentMode {
      case .right: free
      case .center: free / 2
      case .left: 0
      default: isRightToLeft ? free : 0
      }
    for color in text.colors(shown) {
      guard let letters = text.line(shown, isRightToLeft: isRightToLeft, only: color) else { continue }
      ctx.setFillColor(color)
      ctx.textPosition = CGPoint(x: bounds.minX + start, y: y)
      ctx.showText(letters)
    }
  }
}
