/// CIAttributedTextImageGenerator: a string of several styles on a clear background, laid out by Pango.
///
/// Source: text layout is Pango's, glyphs are those of the installed fonts.
enum AttributedTextImageGenerator {
  static let text = Parameter<StyledText>("inputText")

  static let filter = Filter(
    "CIAttributedTextImageGenerator", summary: "Draws an attributed string into an image.",
    categories: .usual(.generator), since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [text, .scaleFactor, .padding]
  ) { (inputs) throws(RenderError) in
    try TextImageGenerator.image(
      inputs[text], inputs[.scaleFactor], inputs[.padding], "CIAttributedTextImageGenerator")
  }
}
