import ImageGraph

/// CIAttributedTextImageGenerator: a string of several styles on nothing, laid out by Pango.
///
/// Source: text layout is Pango's, letters are those of the fonts that are installed.
enum AttributedTextImageGenerator {
  static let text = Parameter<StyledText>("inputText")
  static let scaleFactor = Parameter<Float>("inputScaleFactor", type: .scalar, default: 1, min: 0, slider: 1...4)
  static let padding = Parameter<Float>(
    "inputPadding", type: .integer, default: 0, min: 0, max: 200, slider: 0...50, unit: .pixels)

  static let filter = Filter(
    "CIAttributedTextImageGenerator", displayName: "Attributed Text Image Generator",
    summary: "Draws an attributed string into an image.", categories: [.builtIn, .generator, .stillImage, .video],
    since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [text, scaleFactor, padding]
  ) { (inputs) throws(RenderError) in
    try TextImageGenerator.picture(
      inputs[text], inputs[scaleFactor], inputs[padding], "CIAttributedTextImageGenerator")
  }
}
