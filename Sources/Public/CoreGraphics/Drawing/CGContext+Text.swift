import Foundation
import ImageGraph

/// How bytes of text become letters; only `showText` with strings is here, so this says nothing.
public enum CGTextEncoding: Int32, Sendable {
  /// As the font says.
  case encodingFontSpecific
  /// Mac OS Roman.
  case encodingMacRoman
}

extension CGContext {
  /// The font of the text that follows; Helvetica, or the nearest that is installed, at first.
  public func setFont(_ font: CGFont) { state.fontName = font.name }

  /// Units of the text's plane; 12 at first.
  public func setFontSize(_ size: CGFloat) { if size.isFinite { state.fontSize = max(size, 0) } }

  /// A font by its name, and its size.
  public func selectFont(name: String, size: CGFloat, textEncoding: CGTextEncoding = .encodingMacRoman) {
    if let font = CGFont(name as NSString) { setFont(font) }
    setFontSize(size)
  }

  /// Added after each letter, in units of the text's plane.
  public func setCharacterSpacing(_ spacing: CGFloat) { if spacing.isFinite { state.characterSpacing = spacing } }

  /// What is painted of letters.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }

  /// Where the base line of the next text begins, in the user's plane: the translation of `textMatrix`.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set { if newValue.x.isFinite, newValue.y.isFinite { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) } }
  }

  /// A line of text from the text position on, which moves to its end. An addition: Core Graphics takes bytes here.
  ///
  /// Letters are laid out by Pango, in one line, whatever the script; without Pango nothing is drawn, and the log says
  /// so. Text in documents stays text.
  public func showText(_ text: String) {
    showText(
      TextLine([.init(text: text, font: state.fontName, size: state.fontSize, spacing: state.characterSpacing)]))
  }

  /// The same for letters that have fonts of their own.
  package func showText(_ line: TextLine) {
    let byteCount = line.runs.reduce(0) { $0 + $1.text.utf8.count }
    guard byteCount > 0, line.size > 0, textMatrix.isFinite else { return }
    guard byteCount <= 100_000 else {
      return RenderLog.process.note("CGContext.showText: \(byteCount) bytes of text, allowed are 100000")
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

  /// A line of text from a place on.
  public func showText(_ text: String, at point: CGPoint) {
    textPosition = point
    showText(text)
  }
}
