import CoreImage

/// A line of text over an image, at the lower left of a window: white on a dark strip.
struct StatusLine {
  private var text = ""
  private var size = CGSize.zero
  /// True once text could not be drawn: to try again with each word would say so as often.
  private var hasFailed = false
  /// Nil where nothing is said, or no text can be drawn here: Pango and its fonts are looked for when it is first
  /// needed.
  private(set) var image: CIImage?

  /// - Parameters:
  ///   - text: empty for nothing.
  ///   - size: of the window, in pixels.
  /// - Returns: true where that is another image than before.
  mutating func say(_ text: String, in size: CGSize) -> Bool {
    if text == self.text, size == self.size { return false }
    (self.text, self.size) = (text, size)
    image = text.isEmpty || hasFailed ? nil : Self.drawn(text, in: size)
    hasFailed = hasFailed || image == nil && !text.isEmpty
    return true
  }

  private static func drawn(_ text: String, in size: CGSize) -> CIImage? {
    // As large as people read on a display that is looked at from where it fills the view.
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
