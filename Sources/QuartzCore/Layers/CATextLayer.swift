import CoreGraphics
import Foundation

/// Plain text in one font, its first line at the top of the bounds. It is drawn into the layer's own bitmap, so set
/// `contentsScale` to the target's scale.
///
/// Of an attributed string its characters are drawn, in the font and colour of the layer.
open class CATextLayer: CALayer {
  override class var properties: LayerPropertyTable { TextProperties.table }

  /// A `String` or an `NSAttributedString`.
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

  /// Where lines that are too long are cut.
  public var truncationMode: CATextLayerTruncationMode {
    get { read(TextProperties.truncationMode) }
    set { set(TextProperties.truncationMode, newValue) }
  }

  /// Where lines begin.
  public var alignmentMode: CATextLayerAlignmentMode {
    get { read(TextProperties.alignmentMode) }
    set { set(TextProperties.alignmentMode, newValue) }
  }

  /// Kept; letters always stand where they belong, between pixels too.
  public var allowsFontSubpixelQuantization: Bool {
    get { read(TextProperties.allowsFontSubpixelQuantization) }
    set { set(TextProperties.allowsFontSubpixelQuantization, newValue) }
  }

  private var text: String {
    (string as? String) ?? (string as? NSAttributedString)?.string ?? (string as? NSString).map { "\($0)" } ?? ""
  }

  public override func draw(in ctx: CGContext) {
    let (text, size, bounds) = (text, fontSize, bounds)
    guard !text.isEmpty, text.utf8.count <= 100_000, size > 0, let color = foregroundColor else { return }
    ctx.saveGState()
    defer { ctx.restoreGState() }
    ctx.setFillColor(color)
    ctx.selectFont(name: "Helvetica", size: size)
    switch font {
    case let font as CGFont: ctx.setFont(font)
    case let name as NSString: ctx.selectFont(name: "\(name)", size: size)
    default: break
    }
    // The top is where the viewer's is: in a flipped bitmap letters would stand on their heads.
    var (top, sign) = (bounds.maxY, CGFloat(1))
    if contentsAreFlipped() { (top, sign) = (bounds.minY, -1) }
    // Ascent and descent of Helvetica, in font sizes.
    let (ascent, height) = (0.77 * size, 1.15 * size)
    let measure = LineMeasure(context: ctx)
    for (index, line) in lines(of: text, bounds.width, measure).enumerated() {
      let below = ascent + CGFloat(index) * height
      guard below - ascent < bounds.height else { break }
      let shown = truncated(line, bounds.width, measure)
      let free = bounds.width - measure.width(shown)
      let start = alignmentMode == .right ? free : alignmentMode == .center ? free / 2 : 0
      ctx.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: sign, tx: 0, ty: 0)
      ctx.showText(shown, at: CGPoint(x: bounds.minX + start, y: top - sign * below))
    }
  }

  private func lines(of text: String, _ width: CGFloat, _ measure: LineMeasure) -> [String] {
    let given = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard isWrapped else { return given }
    return given.flatMap { line in
      var (lines, current) = ([String](), "")
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        let longer = current.isEmpty ? String(word) : "\(current) \(word)"
        if current.isEmpty || measure.width(longer) <= width {
          current = longer
        } else {
          lines.append(current)
          current = String(word)
        }
      }
      return lines + [current]
    }
  }

  /// The line with an ellipsis in place of as few letters as makes it fit.
  private func truncated(_ line: String, _ width: CGFloat, _ measure: LineMeasure) -> String {
    let mode = truncationMode
    guard [.start, .middle, .end].contains(mode), measure.width(line) > width else { return line }
    func shortened(_ count: Int) -> String {
      switch mode {
      case .start: "…" + line.suffix(count)
      case .end: line.prefix(count) + "…"
      default: line.prefix((count + 1) / 2) + "…" + line.suffix(count / 2)
      }
    }
    var (fits, long) = (0, line.count)
    while long - fits > 1 {
      let middle = (fits + long) / 2
      if measure.width(shortened(middle)) <= width { fits = middle } else { long = middle }
    }
    return shortened(fits)
  }
}

/// How long lines are in a context's font.
private struct LineMeasure {
  let context: CGContext

  func width(_ line: String) -> CGFloat {
    context.setTextDrawingMode(.invisible)
    context.textMatrix = .identity
    context.showText(line, at: .zero)
    context.setTextDrawingMode(.fill)
    return context.textPosition.x
  }
}
