/// CITextImageGenerator: a string in black on a clear background, laid out by Pango.
///
/// Source: text layout is Pango's, glyphs are those of the installed fonts.
enum TextImageGenerator {
  static let text = Parameter<String>("inputText")
  /// A PostScript name. If no such font is installed, the closest match is used.
  static let fontName = Parameter<String>("inputFontName", default: "HelveticaNeue")
  static let fontSize = Parameter<Float>("inputFontSize", default: 12, min: 0, slider: 9...128, unit: .pixels)

  static let filter = Filter(
    "CITextImageGenerator", summary: "Draws a plain string.", categories: .usual(.generator),
    since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [text, fontName, fontSize, .scaleFactor, .padding],
    example: ["inputFontSize": 72]
  ) { (inputs) throws(RenderError) in
    let run = StyledText.Run(text: inputs[text], font: inputs[fontName], size: Double(inputs[fontSize]))
    return try image(StyledText([run]), inputs[.scaleFactor], inputs[.padding], "CITextImageGenerator")
  }

  /// Returns the text's lines, from the lower left corner; empty for text of no extent.
  static func image(
    _ text: StyledText, _ scale: Float, _ padding: Float, _ filter: String
  ) throws(RenderError) -> Node {
    let pixels = padding.isNaN ? 0 : Int(min(max(padding, 0), 10_000))
    let source = try text.source(scale: scale.isNaN ? 1 : Double(scale), padding: pixels, filter: filter)
    return source.map(Node.source) ?? .empty
  }
}
