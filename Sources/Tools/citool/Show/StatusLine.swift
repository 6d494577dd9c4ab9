import CoreImage

/// A line of text at the lower left of a window, white on a dark strip.
struct StatusLine {
  private var text = ""
  private var size = CGSize.zero
  /// Whether text could not be drawn. Each further attempt would log the error again.
  private var hasFailed = false
  /// The image of the line. Nil for an empty text, and if text cannot be drawn: Pango and its fonts are loaded on first
  /// use.
  private(set) var image: CIImage?

  /// Sets the text.
  ///
  /// - Parameters:
  ///   - text: empty for no line.
  ///   - size: the size of the window, in pixels.
  /// - Returns: whether the image changed.
  mutating func update(_ text: String, in size: CGSize) -> Bool {
    if text == self.text, size == self.size { return false }
    (self.text, self.size) = (text, size)
    image = text.isEmpty || hasFailed ? nil : Self.rendered(text, in: size)
    hasFailed = hasFailed || image == nil && !text.isEmpty
    return true
  }

  private static func rendered(_ text: String, in size: CGSize) -> CIImage? {
    // Legible at a viewing distance at which the display fills the field of view.
    let height = min(max(size.height / 54, 12), 40)
    let letters = CIFilter(
      name: "CITextImageGenerator",
      parameters: ["inputText": text, "inputFontName": "Helvetica", "inputFontSize": height.rounded()])?.outputImage
    guard let letters, !letters.extent.isEmpty, !letters.extent.isInfinite else { return nil }
    let margin = (height / 2).rounded()
    let white = letters.applyingFilter("CIColorInvert").transformed(
      by: CGAffineTransform(translationX: margin - letters.extent.minX, y: margin - letters.extent.minY))
    let strip = CGRect(
      x: 0, y: 0, width: min(letters.extent.width + 2 * margin, size.width), height: letters.extent.height + 2 * margin)
    return white.composited(over: CIImage(color: CIColor(red: 0, green: 0, blue: 0, alpha: 0.6))).cropped(to: strip)
  }
}
