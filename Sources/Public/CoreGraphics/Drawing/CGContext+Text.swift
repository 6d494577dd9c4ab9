import Foundation
import ImageGraph

/// The encoding of text bytes. It has no effect: `showText` takes strings only.
public enum CGTextEncoding: Int32, Sendable {
  /// The encoding of the font.
  case encodingFontSpecific
  /// Mac OS Roman.
  case encodingMacRoman
}

extension CGContext {
  /// Sets the font of later text. The default is Helvetica, or the nearest installed font.
  public func setFont(_ font: CGFont) { state.fontName = font.name }

  /// Sets the font size, in units of text space; 12 by default.
  public func setFontSize(_ size: CGFloat) { if size.isFinite { state.fontSize = max(size, 0) } }

  /// Sets the font by name, and its size.
  public func selectFont(name: String, size: CGFloat, textEncoding: CGTextEncoding = .encodingMacRoman) {
    if let font = CGFont(name as NSString) { setFont(font) }
    setFontSize(size)
  }

  /// Sets the space added after each glyph, in units of text space.
  public func setCharacterSpacing(_ spacing: CGFloat) { if spacing.isFinite { state.characterSpacing = spacing } }

  /// Sets the text drawing mode.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }

  /// The start of the next text's baseline, in user space: the translation of `textMatrix`.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set { if newValue.x.isFinite, newValue.y.isFinite { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) } }
  }

  /// Draws a line of text from the text position, which moves to its end. An addition: Core Graphics takes bytes here.
  ///
  /// Pango lays out the text in one line, in any script. Without Pango nothing is drawn, and the log has a note. Text
  /// in PDF and SVG documents stays text.
  public func showText(_ text: String) {
    showText(
      TextLine([.init(text: text, font: state.fontName, size: state.fontSize, spacing: state.characterSpacing)]))
  }

  /// Draws a line of text with several fonts.
  package func showText(_ line: TextLine) {
    let byteCount = line.runs.reduce(0) { $0 + $1.text.utf8.count }
    guard byteCount > 0, line.size > 0, textMatrix.isFinite else { return }
    guard byteCount <= 100_000 else {
      return RenderLog.process.note("CGContext.showText: text must have at most 100000 bytes (got \(byteCount))")
    }
    do {
      let width = try line.width()
      if state.textMode != .invisible {
        let map = textMatrix.concatenating(ctm)
        if state.textMode != .clip {
          emit(.text(line, map, state.textMode, fill: state.fill, state.style, ctm, stroke: state.stroke))
        }
        if state.textMode.clips { state.clip = Clip(.text(line, map), in: state.clip, within: limit) }
      }
      textPosition = CGPoint(x: width, y: 0).applying(textMatrix)
    } catch {
      RenderLog.process.note("CGContext.showText: \(error)")
    }
  }

  /// Draws a line of text from a position on.
  public func showText(_ text: String, at point: CGPoint) {
    textPosition = point
    showText(text)
  }
}
